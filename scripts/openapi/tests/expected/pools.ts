/**
 * Blockfrost.io ~ API Documentation, as its OpenAPI document describes it.
 *
 * @module
 */
import { Entity, RestEndpoint, type RestGenerics } from "@tessera/client";

/** All requests: the place for headers that say who asks, for instance. */
export class ApiEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {
  override get urlPrefix(): string {
    return "https://cardano-mainnet.blockfrost.io/api/v0";
  }
}

export interface PoolHistory {
  /** Epoch number */
  epoch: number;
  /** Number of blocks created by pool */
  blocks: number;
  /** Active (Snapshot of live stake 2 epochs ago) stake in Lovelaces */
  active_stake: string;
  /** Pool size (percentage) of overall active stake at that epoch */
  active_size: number;
  /** Number of delegators for epoch */
  delegators_count: number;
  /** Total rewards received before distribution to delegators */
  rewards: string;
  /** Pool operator rewards */
  fees: string;
}

export interface PoolMetadata {
  /** Bech32 pool ID */
  pool_id: string;
  /** Hexadecimal pool ID */
  hex: string;
  /** URL to the stake pool metadata */
  url: string | null;
  /** Hash of the metadata file */
  hash: string | null;
  /** Present when metadata could not be fetched or validated. */
  error?: {
    code:
      | "HASH_MISMATCH"
      | "CONNECTION_ERROR"
      | "HTTP_RESPONSE_ERROR"
      | "DECODE_ERROR"
      | "SIZE_EXCEEDED"
      | "UNKNOWN_ERROR";
    message: string;
  };
  /** Ticker of the stake pool */
  ticker: string | null;
  /** Name of the stake pool */
  name: string | null;
  /** Description of the stake pool */
  description: string | null;
  /** Home page of the stake pool */
  homepage: string | null;
}

export interface PoolRelay {
  /** IPv4 address of the relay */
  ipv4: string | null;
  /** IPv6 address of the relay */
  ipv6: string | null;
  /** DNS name of the relay */
  dns: string | null;
  /** DNS SRV entry of the relay */
  dns_srv: string | null;
  /** Network port of the relay */
  port: number;
}

export interface PoolDelegator {
  /** Bech32 encoded stake addresses */
  address: string;
  /** Currently delegated amount */
  live_stake: string;
}

export interface PoolUpdate {
  /** Transaction ID */
  tx_hash: string;
  /** Certificate within the transaction */
  cert_index: number;
  /** Action in the certificate */
  action: "registered" | "deregistered";
}

export interface PoolVote {
  /** Hash of the proposal transaction. */
  tx_hash: string;
  /** Index of the certificate within the proposal transaction. */
  cert_index: number;
  /** The Vote. Can be one of yes, no, abstain. */
  vote: "yes" | "no" | "abstain";
}

export class Pool extends Entity {
  /** Bech32 pool ID */
  pool_id = "";
  /** Hexadecimal pool ID. */
  hex = "";
  /** VRF key hash */
  vrf_key = "";
  /** Total minted blocks */
  blocks_minted = 0;
  /** Number of blocks minted in the current epoch */
  blocks_epoch = 0;
  live_stake = "";
  live_size = 0;
  live_saturation = 0;
  live_delegators = 0;
  active_stake = "";
  active_size = 0;
  /** Stake pool certificate pledge */
  declared_pledge = "";
  /** Stake pool current pledge */
  live_pledge = "";
  /** Margin tax cost of the stake pool */
  margin_cost = 0;
  /** Fixed tax cost of the stake pool */
  fixed_cost = "";
  /** Bech32 reward account of the stake pool */
  reward_account = "";
  owners: string[] = [];
  registration: string[] = [];
  retirement: string[] = [];
  /** Last valid Calidus key for the pool */
  calidus_key: {
    id: string;
    pub_key: string;
    nonce: number;
    tx_hash: string;
    block_height: number;
    block_time: number;
    epoch: number;
  } | null = null;

  override pk(): string {
    return this.pool_id;
  }

  static override key = "Pool";
}

/** Specific stake pool */
export const getPool = new ApiEndpoint({
  name: "getPool",
  path: "/pools/:pool_id",
  schema: Pool,
});

/** Stake pool history */
export const getPoolHistory = new ApiEndpoint({
  name: "getPoolHistory",
  path: "/pools/:pool_id/history",
  searchParams: {} as {
    count?: number;
    page?: number;
    order?: "asc" | "desc";
  } | undefined,
  process(value): PoolHistory[] {
    return value;
  },
});

/** Stake pool metadata */
export const getPoolMetadata = new ApiEndpoint({
  name: "getPoolMetadata",
  path: "/pools/:pool_id/metadata",
  process(value): PoolMetadata | Record<string, unknown> {
    return value;
  },
});

/** Stake pool relays */
export const getPoolRelays = new ApiEndpoint({
  name: "getPoolRelays",
  path: "/pools/:pool_id/relays",
  process(value): PoolRelay[] {
    return value;
  },
});

/** Stake pool delegators */
export const getPoolDelegators = new ApiEndpoint({
  name: "getPoolDelegators",
  path: "/pools/:pool_id/delegators",
  searchParams: {} as {
    count?: number;
    page?: number;
    order?: "asc" | "desc";
  } | undefined,
  process(value): PoolDelegator[] {
    return value;
  },
});

/** Stake pool blocks */
export const getPoolBlocks = new ApiEndpoint({
  name: "getPoolBlocks",
  path: "/pools/:pool_id/blocks",
  searchParams: {} as {
    count?: number;
    page?: number;
    order?: "asc" | "desc";
  } | undefined,
  process(value): string[] {
    return value;
  },
});

/** Stake pool updates */
export const getPoolUpdates = new ApiEndpoint({
  name: "getPoolUpdates",
  path: "/pools/:pool_id/updates",
  searchParams: {} as {
    count?: number;
    page?: number;
    order?: "asc" | "desc";
  } | undefined,
  process(value): PoolUpdate[] {
    return value;
  },
});

/** Stake pool votes */
export const getPoolVotes = new ApiEndpoint({
  name: "getPoolVotes",
  path: "/pools/:pool_id/votes",
  searchParams: {} as {
    count?: number;
    page?: number;
    order?: "asc" | "desc";
  } | undefined,
  process(value): PoolVote[] {
    return value;
  },
});

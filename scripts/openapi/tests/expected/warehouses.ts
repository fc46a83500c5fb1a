/**
 * ShipEngine API, as its OpenAPI document describes it.
 *
 * @module
 */
import {
  Collection,
  Entity,
  resource,
  RestEndpoint,
  type RestGenerics,
} from "@tessera/client";

const toDate = (time: string) => new Date(time);

/** All requests: the place for headers that say who asks, for instance. */
export class ApiEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {
  override get urlPrefix(): string {
    return "https://api.shipengine.com";
  }
}

/** A create warehouse request body */
export interface CreateWarehouseRequestBody {
  /** Name of the warehouse */
  name: string;
  /** The origin address of the warehouse */
  origin_address: Address;
  /** The return address associated with the warehouse */
  return_address?: Address;
}

/** Any residential or business mailing address, anywhere in the world. */
export interface Address {
  /**
   * The name of a contact person at this address. This field may be set instead
   * of - or in addition to - the `company_name` field.
   */
  name: string;
  /**
   * The phone number of a contact person at this address. The format of this
   * phone number varies depending on the country.
   */
  phone: string;
  /**
   * If this is a business address, then the company name should be specified
   * here.
   */
  company_name?: string | null;
  /**
   * The first line of the street address. For some addresses, this may be the
   * only line. Other addresses may require 2 or 3 lines.
   */
  address_line1: string;
  /**
   * The second line of the street address. For some addresses, this line may
   * not be needed.
   */
  address_line2?: string | null;
  /**
   * The third line of the street address. For some addresses, this line may not
   * be needed.
   */
  address_line3?: string | null;
  /** The name of the city or locality */
  city_locality: string;
  /**
   * The state or province. For some countries (including the U.S.) only
   * abbreviations are allowed. Other countries allow the full name or
   * abbreviation.
   */
  state_province: string;
  postal_code: string;
  /**
   * The two-letter [ISO 3166-1 country
   * code](https://en.wikipedia.org/wiki/ISO_3166-1)
   */
  country_code: string;
  /** Indicates whether this is a residential address. */
  address_residential_indicator: AddressResidentialIndicator;
}

/** Indicates whether an address is residential. */
export type AddressResidentialIndicator = "unknown" | "yes" | "no";

/** An update warehouse request body */
export interface UpdateWarehouseRequestBody {
  /** Name of the warehouse */
  name: string;
  /** The origin address of the warehouse */
  origin_address: Address;
  /** The return address associated with the warehouse */
  return_address?: Address;
}

/** A warehouse */
export class Warehouse extends Entity {
  /** A string that uniquely identifies the warehouse */
  warehouse_id = "";
  /** Name of the warehouse */
  name = "";
  /** Timestamp that indicates when the warehouse was created */
  created_at?: Date;
  /** The origin address of the warehouse */
  origin_address?: Address;
  /** The return address associated with the warehouse */
  return_address?: Address;

  override pk(): string {
    return this.warehouse_id;
  }

  static override key = "Warehouse";
  static override schema = { created_at: toDate };
}

/** The server knows `get`, `getList`, `getList.push`, `update` and `delete`. */
export const WarehouseResource = resource({
  Endpoint: ApiEndpoint,
  path: "/v1/warehouses/:warehouse_id",
  schema: Warehouse,
  body: {} as CreateWarehouseRequestBody,
}).extend({
  getList: {
    schema: { warehouses: new Collection([Warehouse]) },
  },
  update: {
    body: {} as UpdateWarehouseRequestBody,
  },
});

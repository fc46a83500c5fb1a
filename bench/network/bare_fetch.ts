import type { Fetcher } from "./contract.ts";

/** The platform's fetch, and nothing stored: what no library can be faster than. */
export const bareFetch: Fetcher = {
  library: "bare fetch",
  role: "limit",
  open: (url) => ({
    async fetch(id) {
      const response = await fetch(`${url}/articles/${id}`);
      if (!response.ok) throw new Error(response.statusText);
      return await response.json();
    },
  }),
};

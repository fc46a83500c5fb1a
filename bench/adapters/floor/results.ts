import type { ResultStore, ResultValue } from "../../harness/contract.ts";
import { resultValue } from "../../workloads/change_result.ts";

/** Results by key, with the time of each. */
export class FloorResults implements ResultStore {
  readonly #results = new Map<string, { value: ResultValue; at: number }>();

  constructor(count: number) {
    for (let index = 0; index < count; index++) {
      this.set(`k${index}`, resultValue(0));
    }
  }

  set(key: string, value: ResultValue): void {
    this.#results.set(key, { value, at: Date.now() });
  }

  get(key: string): ResultValue {
    return this.#results.get(key)!.value;
  }

  hasMeta(key: string): boolean {
    return this.#results.get(key)!.at > 0;
  }
}

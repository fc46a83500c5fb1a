import type { Visit, INormalizeDelegate } from '@data-client/normalizr';

/** Texts in several languages, of which a reader sees one. */
export class Localized {
  constructor(private readonly fallback: string) {}

  normalize(
    input: any,
    parent: any,
    key: any,
    args: readonly any[],
    visit: Visit,
    delegate: INormalizeDelegate,
  ) {
    return typeof input === 'string' ? { [this.fallback]: input } : input;
  }

  denormalize(
    input: any,
    args: readonly any[],
    unvisit: (schema: any, input: any) => any,
  ): string | undefined {
    const language = args[0]?.language ?? this.fallback;
    return input?.[language] ?? input?.[this.fallback];
  }

  queryKey(): undefined {
    return undefined;
  }
}

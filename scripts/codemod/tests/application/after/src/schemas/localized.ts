import type { INormalizeDelegate, IDenormalizeDelegate } from '@tessera/client/schema';

/** Which language a reader asks for. */
const languageOf = (args: readonly any[]): string | undefined =>
  args[0]?.language;

/** Texts in several languages, of which a reader sees one. */
export class Localized {
  constructor(private readonly fallback: string) {}

  normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
  ) {
    return typeof input === 'string' ? { [this.fallback]: input } : input;
  }

  denormalize(
    input: any,
    delegate: IDenormalizeDelegate,
  ): string | undefined {
    const language = delegate.argsKey(languageOf) ?? this.fallback;
    return input?.[language] ?? input?.[this.fallback];
  }

  queryKey(): undefined {
    return undefined;
  }
}

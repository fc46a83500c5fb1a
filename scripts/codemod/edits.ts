/** A part of a text, from `start` up to but not including `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

interface Edit extends Range {
  readonly text: string;
}

/**
 * Changes to a text that leave everything else as it is, byte for byte.
 *
 * Changed ranges must not overlap. Insertions may stand at the ends of a
 * changed range, and several at one place keep the order in which they came.
 */
export class Edits {
  #edits: Edit[] = [];
  #inOrder: readonly Edit[] | undefined;

  /** Puts `text` in place of a range. Doing the same twice counts once. */
  replace({ start, end }: Range, text: string): void {
    const same = this.#edits.some((edit) =>
      edit.start === start && edit.end === end && edit.text === text
    );
    if (!same) this.#add({ start, end, text });
  }

  /** Takes a range out. */
  remove(range: Range): void {
    this.replace(range, "");
  }

  /** Puts `text` at an offset, before what stands there. */
  insert(offset: number, text: string): void {
    this.#add({ start: offset, end: offset, text });
  }

  #add(edit: Edit): void {
    this.#edits.push(edit);
    this.#inOrder = undefined;
  }

  /** Whether nothing changes. */
  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  /** Whether some edit touches a part of the range. */
  touches({ start, end }: Range): boolean {
    return this.#edits.some((edit) => edit.start < end && edit.end > start);
  }

  /**
   * The text with all changes made.
   *
   * @throws {Error} if two changed ranges overlap, which is a defect of a transform
   */
  applyTo(text: string): string {
    let result = "";
    let position = 0;
    for (const edit of this.#sorted()) {
      if (edit.start < position) {
        throw new Error(
          `Two edits overlap at offset ${edit.start}: ${
            JSON.stringify(text.slice(edit.start, edit.end))
          }`,
        );
      }
      result += text.slice(position, edit.start) + edit.text;
      position = edit.end;
    }
    return result + text.slice(position);
  }

  /** Where an offset of the old text lies in the new one. */
  forward(offset: number): number {
    let shift = 0;
    for (const { start, end, text } of this.#sorted()) {
      if (start > offset || (start === offset && end > start)) break;
      if (end > offset) return start + shift;
      shift += text.length - (end - start);
    }
    return offset + shift;
  }

  /** Where an offset of the new text lay in the old one. */
  backward(offset: number): number {
    let shift = 0;
    for (const { start, end, text } of this.#sorted()) {
      if (start + shift > offset) break;
      if (start + shift + text.length > offset) return start;
      shift += text.length - (end - start);
    }
    return offset - shift;
  }

  #sorted(): readonly Edit[] {
    // sorting is stable: insertions at one place keep their order
    this.#inOrder ??= this.#edits.toSorted((a, b) =>
      a.start - b.start || a.end - b.end
    );
    return this.#inOrder;
  }
}

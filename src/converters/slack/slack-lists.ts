import { ArchiveError } from "../../archive-format/archive-error.ts";
import type { Conversion } from "../conversion.ts";
import type { JsonBatch } from "../readers/json-splitter.ts";
import { damageIn, type Members } from "../readers/open-members.ts";
import { jsonBatches } from "../readers/read-json.ts";

type Element = readonly [value: unknown, place: string];

const KIND = "days and lists";
const DAMAGED = `${KIND}: empty or damaged, so that what they have from there on is missing`;

/** The lists of an archive. Tracks which members were read, so that the others can be reported. */
export class SlackLists {
  readonly #read = new Set<string>();

  constructor(
    private readonly conversion: Conversion,
    private readonly members: Members,
  ) {}

  get unread(): string[] {
    return this.members.names.filter((name) => !this.#read.has(name));
  }

  /** Marks a member that nothing needs as read, so that it isn't reported. */
  know(member: string): void {
    this.#read.add(member);
  }

  /** Yields the elements of a list that everything else depends on. Damage to it aborts the whole conversion. */
  async *needed(member: string): AsyncGenerator<Element> {
    if (!this.members.has(member)) return;
    this.#read.add(member);
    yield* this.#list(member);
  }

  /** Yields the intact elements of a list, or nothing if the archive lacks it. */
  async *elements(member: string): AsyncGenerator<Element> {
    if (!this.members.has(member)) return;
    this.#read.add(member);
    const { report } = this.conversion;
    report.read(KIND);
    try {
      // Errors in the caller's loop body aren't caught here.
      yield* this.#list(member);
    } catch (error) {
      const damage = damageIn(error);
      if (damage === undefined) throw error;
      return report.leftOut(DAMAGED, damage.includes(member) ? damage : `${damage} (${member})`);
    }
    report.wrote(KIND);
  }

  async *#list(member: string): AsyncGenerator<Element> {
    const refuse = () => {
      throw new ArchiveError("This isn't a list.", { member });
    };
    for await (const batch of jsonBatches(await this.members.stream(member), member, refuse))
      yield* elementsOf(batch, member);
  }
}

/** Yields undefined for an element that is too long, so that it is counted. */
function* elementsOf({ first, values, isTooLong }: JsonBatch, member: string): Generator<Element> {
  for (const [index, value] of (isTooLong ? [undefined] : values).entries())
    yield [value, `${member}:${first + index + 1}`];
}

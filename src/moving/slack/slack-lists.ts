import { ArchiveError } from "../../archive/archive-error.ts";
import type { Conversion } from "../conversion.ts";
import type { JsonBatch } from "../read/json-splitter.ts";
import { damageIn, type Members } from "../read/open-members.ts";
import { jsonBatches } from "../read/read-json.ts";

/** An element of a list, and where it stands. */
type Element = readonly [value: unknown, place: string];

const KIND = "days and lists";
const DAMAGED = `${KIND}: empty or damaged, so that what they have from there on is missing`;

/** The lists of an archive. They remember which members were read, so that the others can be told of. */
export class SlackLists {
  readonly #read = new Set<string>();

  constructor(
    private readonly conversion: Conversion,
    private readonly members: Members,
  ) {}

  /** The members that nothing was read of. */
  get unread(): string[] {
    return this.members.names.filter((name) => !this.#read.has(name));
  }

  /** A member is known for what it is, though nothing is read of it here. */
  know(member: string): void {
    this.#read.add(member);
  }

  /** The elements of a list without which nothing can be told of the rest: damage ends the whole. */
  async *needed(member: string): AsyncGenerator<Element> {
    if (!this.members.has(member)) return;
    this.#read.add(member);
    yield* this.#list(member);
  }

  /** The elements of a list, as far as it is whole; nothing where the archive has no such member. */
  async *elements(member: string): AsyncGenerator<Element> {
    if (!this.members.has(member)) return;
    this.#read.add(member);
    const { report } = this.conversion;
    report.read(KIND);
    try {
      // Errors of the work on an element do not come by here.
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

/** An element that is longer than any that is kept is undefined, so that it is counted. */
function* elementsOf({ first, values, isTooLong }: JsonBatch, member: string): Generator<Element> {
  for (const [index, value] of (isTooLong ? [undefined] : values).entries())
    yield [value, `${member}:${first + index + 1}`];
}

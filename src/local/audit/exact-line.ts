import { ERASED } from "./findings.ts";
import { millisecondsIn } from "./iso-time.ts";
import { HASH_BYTES, sha256 } from "./sha256.ts";

/*
 * Exports have one form of line, in which what is hashed stands as it was hashed, but for the order of names and addresses. A line
 * of just that form is not parsed: its pieces are put together to what the leaf was of, and where that has the hash of the line,
 * each byte of the line is the one that was written. Whatever else a line is, `hash-block.ts` finds out.
 */

const BLOCK_BYTES = 64;
/** The length of 32 bytes in Base64: for addresses, without padding, and with it. */
const SALT_LENGTH = 43;
const LEAF_LENGTH = 44;
/** A line with a longer part is parsed. */
const LONGEST = 16_384;
/** The bytes that a salt is mixed with for the one hash and the other (RFC 2104). */
const INNER = 0x36;
const OUTER = 0x5c;
const NO_DIGIT = 255;

/** The two texts that are hashed for a commitment: the salt and what it is of, then the salt and that hash. */
const inner = Buffer.alloc(BLOCK_BYTES + LONGEST, INNER);
const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES, OUTER);
const leafBytes = Buffer.alloc(LONGEST);

/** The first bytes of a buffer, of each length that was needed. */
function beginnings(buffer: Buffer): (length: number) => Uint8Array {
  const known: (Uint8Array | undefined)[] = [];
  return (length) => (known[length] ??= buffer.subarray(0, length));
}
const innerOf = beginnings(inner);
const leafOf = beginnings(leafBytes);

/** The number that each character stands for in Base64 for addresses. */
const digits = new Uint8Array(128).fill(NO_DIGIT);
for (const [digit, letter] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].entries()) {
  digits[letter.charCodeAt(0)] = digit;
}

/** A line that is read piece after piece. Its characters are bytes. */
class Pieces {
  readonly text: string;
  at = 0;
  /** Whether a piece was missing. */
  isOther = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Goes on behind a piece, which has to come next. */
  skip(piece: string): void {
    if (this.text.startsWith(piece, this.at)) this.at += piece.length;
    else this.isOther = true;
  }

  /** Takes all that comes before a piece, and goes on behind that. */
  before(piece: string): string {
    const end = this.text.indexOf(piece, this.at);
    if (end < 0) this.isOther = true;
    const found = this.text.slice(this.at, end);
    this.at = end + piece.length;
    return found;
  }

  take(length: number): string {
    this.at += length;
    return this.text.slice(this.at - length, this.at);
  }
}

/** A line whose hash is right, with that of its leaf in Base64. */
interface ExactLine {
  readonly id: number;
  readonly at: number;
  readonly found: number;
  readonly leaf: string;
}

/** Hashes a line, each character of which is a byte. Undefined where it is of another form, or wrong. */
export function hashExactLine(text: string): ExactLine | undefined {
  const line = new Pieces(text);
  line.skip('{"id":');
  const id = line.before(',"date_create":');
  const seconds = line.before(',"at":"');
  const time = line.before('","action":"');
  const action = line.before('","result":"');
  const result = line.before('","actor":{"type":"');
  const actorType = line.before('","id":');
  const actor = line.before('},"entity":{"type":"');
  const entityType = line.before('","id":');
  const entity = line.before('},"context":');
  const context = line.before(',"details":');
  const details = line.before(',"proof":{"personal":{"');
  if (line.isOther) return undefined;
  const at = millisecondsIn(time);
  const [actorId, actorNames] = idAndNames(actor, actor.indexOf(","));
  const [entityId, entityNames] = idAndNames(entity, entity.indexOf('",') + 1);
  const personal = commitmentIn(
    line,
    `{"actor":{${actorNames}},"entity":{${entityNames}}}`,
    '{"actor":{},"entity":{}}',
  );
  line.skip('"},"context":{"');
  const ofContext = commitmentIn(line, context, "{}");
  line.skip('"},"details":{"');
  const ofDetails = commitmentIn(line, details, "{}");
  line.skip('"}},"leaf":"');
  const leaf = line.take(LEAF_LENGTH);
  line.skip('"}');
  const isWhole = line.at === text.length && String(Number(id)) === id && String(Math.floor(at / 1000)) === seconds;
  if (line.isOther || !isWhole || personal === undefined || ofContext === undefined || ofDetails === undefined) {
    return undefined;
  }
  const hash = hashOfLeaf(
    `\0{"action":"${action}","actor":{"id":${actorId},"type":"${actorType}"},"at":${at},` +
      `"context_c":"${ofContext.text}","details_c":"${ofDetails.text}",` +
      `"entity":{"id":${entityId},"type":"${entityType}"},"id":${id},` +
      `"personal_c":"${personal.text}","result":"${result}","v":1}`,
  );
  if (hash !== leaf) return undefined;
  const found =
    (personal.isErased ? ERASED.personal : 0) |
    (ofContext.isErased ? ERASED.context : 0) |
    (ofDetails.isErased ? ERASED.details : 0);
  return { id: Number(id), at, found, leaf };
}

/** The id of an account or a thing, and its names as they are hashed: the address first. */
function idAndNames(text: string, end: number): [id: string, names: string] {
  if (end <= 0) return [text, ""];
  const email = text.indexOf(',"email":', end);
  const names = email <= end ? text.slice(end + 1) : text.slice(email + 1) + text.slice(end, email);
  return [text.slice(0, end), names];
}

interface Commitment {
  readonly text: string;
  readonly isErased: boolean;
}

/** The commitment to a part of an entry, whose salt comes next; or, where the part is as empty as an erased one, the one that does. */
function commitmentIn(line: Pieces, part: string, empty: string): Commitment | undefined {
  if (line.text.startsWith("erased", line.at)) {
    line.skip('erased":"');
    return part === empty ? { text: line.take(SALT_LENGTH), isErased: true } : undefined;
  }
  line.skip('salt":"');
  const { text, at } = line;
  line.at += SALT_LENGTH;
  if (part.length > LONGEST || !setSalt(text, at)) return undefined;
  const length = BLOCK_BYTES + inner.write(part, BLOCK_BYTES, "latin1");
  outer.write(sha256(innerOf(length), "binary"), BLOCK_BYTES, "latin1");
  return { text: sha256(outer, "base64url"), isErased: false };
}

/** Puts a salt before what is hashed with it. */
function setSalt(text: string, from: number): boolean {
  let bits = 0;
  let value = 0;
  let byte = 0;
  for (let at = from; at < from + SALT_LENGTH; at++) {
    const digit = digits[text.charCodeAt(at)] ?? NO_DIGIT;
    if (digit === NO_DIGIT) return false;
    value = ((value & 0xff) << 6) | digit;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const salt = (value >> bits) & 0xff;
    inner[byte] = salt ^ INNER;
    outer[byte] = salt ^ OUTER;
    byte += 1;
  }
  return true;
}

function hashOfLeaf(text: string): string | undefined {
  return text.length > leafBytes.length ? undefined : sha256(leafOf(leafBytes.write(text, "latin1")), "base64");
}

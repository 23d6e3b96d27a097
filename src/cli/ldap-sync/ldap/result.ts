import { type Element, elementsIn, elementText, numberOf } from "./ber.ts";

/** Result codes (RFC 4511, appendix A.1) that an operator can act on. */
const RESULTS: ReadonlyMap<number, string> = new Map([
  [3, "time limit exceeded"],
  [4, "size limit exceeded, so that not all entries were told"],
  [7, "this way of logging in is not supported"],
  [8, "a stronger way of logging in is required"],
  [10, "another server has this part of the tree"],
  [11, "a limit of the server was exceeded, so that not all entries were told"],
  [12, "an extension is not supported"],
  [13, "an encrypted connection is required: ldaps:// or start_tls"],
  [32, "there is no such entry"],
  [34, "this is no name of an entry"],
  [48, "this way of logging in is not allowed"],
  [49, "the name or the password is wrong"],
  [50, "the account isn't allowed to do that"],
  [51, "the server is busy"],
  [52, "the server is not available"],
  [53, "the server will not do that"],
]);

interface Result {
  readonly code: number;
  readonly says: string;
}

export function resultOf({ content }: Element): Result {
  const [code, , message] = elementsIn(content);
  const number = numberOf(code);
  const known = RESULTS.get(number) ?? "failed";
  const more = elementText(message).trim();
  return { code: number, says: `${known} (code ${number}${more === "" ? "" : `: ${more}`})` };
}

export const isSuccess = ({ code }: Result): boolean => code === 0;

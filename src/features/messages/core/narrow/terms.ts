import * as v from "valibot";
import { boundedList, boundedText, sized } from "../../../../protocol/bounded.ts";
import { ApiError } from "../../../../protocol/errors.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { wordCount } from "../search/index.ts";

const refused = (prefix: string) => (desc: string) =>
  new ApiError({ code: "BAD_NARROW", msg: `${prefix}: ${desc}`, extra: { desc } });

export const narrowError = refused("Invalid narrow operator");
const narrowCombinationError = refused("Invalid narrow operator combination");

/** A user as a client names them: by id, by email, or `me`. */
export type UserReference = number | string;

const channelKinds = ["public", "web-public", "archived"] as const;
const contents = ["attachment", "image", "link", "reaction", "assistant"] as const;
const states = ["dm", "starred", "mentioned", "unread", "alerted", "resolved", "followed", "muted"] as const;

export type ChannelKind = (typeof channelKinds)[number];
export type Contents = (typeof contents)[number];
export type State = (typeof states)[number];

type OperatorAndOperand =
  | { readonly operator: "channel"; readonly operand: number | string }
  | { readonly operator: "channels"; readonly operand: ChannelKind }
  | { readonly operator: "topic"; readonly operand: string }
  | { readonly operator: "dm"; readonly operand: readonly UserReference[] }
  | { readonly operator: "dm-including"; readonly operand: UserReference; readonly groupsOnly: boolean }
  | { readonly operator: "sender"; readonly operand: UserReference }
  | { readonly operator: "mentions"; readonly operand: UserReference }
  | { readonly operator: "search"; readonly operand: string }
  | { readonly operator: "near"; readonly operand: number }
  | { readonly operator: "with"; readonly operand: number }
  | { readonly operator: "id"; readonly operand: number }
  | { readonly operator: "has"; readonly operand: Contents }
  | { readonly operator: "is"; readonly operand: State }
  | { readonly operator: "in"; readonly operand: "home" | "all" };

/** A term of a narrow (messages.md 5), with its operator's modern name and an operand of the matching type. */
export type Term = OperatorAndOperand & { readonly negated: boolean };

const operandSchema = v.union([
  boundedText("operand"),
  v.pipe(v.number(), v.integer()),
  boundedList(v.pipe(v.number(), v.integer()), "names"),
]);
type Operand = v.InferOutput<typeof operandSchema>;

/** A narrow on the wire: a list of objects, or of pairs as sent by older clients. */
export const narrowSchema = sized(
  v.array(
    v.union([
      v.strictTuple([boundedText("word"), operandSchema]),
      v.object({ operator: boundedText("word"), operand: operandSchema, negated: v.optional(v.boolean(), false) }),
    ]),
  ),
  limits.request.narrow_characters,
);
type WireNarrow = v.InferOutput<typeof narrowSchema>;

/** Parses a narrow. Throws BAD_NARROW for invalid terms. */
export function parseTerms(narrow: WireNarrow): Term[] {
  // D1 limits a statement's length, depth and parameters.
  if (narrow.length > limits.list.terms) throw narrowError(`more than ${limits.list.terms} terms`);
  const terms = narrow.map((term) =>
    "operator" in term ? parseTerm(term.operator, term.operand, term.negated) : parseTerm(term[0], term[1], false),
  );
  if (terms.filter(({ operator }) => operator === "with").length > 1) {
    throw narrowCombinationError("Duplicate 'with' operators.");
  }
  checkSearches(terms);
  return terms;
}

/** Throws if a narrow searches for too many words, because the index looks up each of them. */
function checkSearches(terms: readonly Term[]): void {
  let left = limits.work.search_words;
  for (const { operator, operand } of terms) {
    if (operator === "search") left -= wordCount(operand, left);
    if (left < 0) throw narrowError(`more than ${limits.work.search_words} words to search for`);
  }
}

function parseTerm(name: string, operand: Operand, negated: boolean): Term {
  const operator = name.toLowerCase();
  if (!isOperator(operator)) throw narrowError(`unknown operator ${name}`);
  const meaning = operandParsers[operator](operand);
  if (negated && (meaning.operator === "near" || meaning.operator === "with")) {
    throw narrowError(`'${meaning.operator}' cannot be negated`);
  }
  return { ...meaning, negated };
}

const unknown = (operator: string, operand: Operand) => narrowError(`unknown '${operator}' operand ${operand}`);

const channel = (operand: Operand): OperatorAndOperand => {
  if (typeof operand === "object") throw narrowError(`unknown channel ${operand}`);
  return { operator: "channel", operand };
};

const channels = (operand: Operand): OperatorAndOperand => {
  const kind = channelKinds.find((each) => each === operand);
  if (kind === undefined) throw narrowError(`unknown channels operand ${operand}`);
  return { operator: "channels", operand: kind };
};

const topic = (operand: Operand): OperatorAndOperand => {
  if (typeof operand === "object") throw unknown("topic", operand);
  return { operator: "topic", operand: String(operand).trim() };
};

/** Parses a user reference. Some clients send ids as strings. */
const reference = (text: string): UserReference => (/^\d+$/.test(text) ? Number(text) : text);

const user = (operand: Operand): UserReference => {
  if (typeof operand === "object") throw narrowError(`unknown user ${operand}`);
  return typeof operand === "number" ? operand : reference(operand.trim());
};

const direct = (operand: Operand): OperatorAndOperand => {
  if (typeof operand === "object") return { operator: "dm", operand };
  if (typeof operand === "number") return { operator: "dm", operand: [operand] };
  const named = operand.split(",").map((email) => email.trim());
  return { operator: "dm", operand: named.filter((email) => email !== "").map(reference) };
};

const including =
  (groupsOnly: boolean) =>
  (operand: Operand): OperatorAndOperand => ({
    operator: "dm-including",
    operand: user(operand),
    groupsOnly,
  });

const sender = (operand: Operand): OperatorAndOperand => ({ operator: "sender", operand: user(operand) });

const mentions = (operand: Operand): OperatorAndOperand => ({ operator: "mentions", operand: user(operand) });

const search = (operand: Operand): OperatorAndOperand => {
  if (typeof operand === "object") throw unknown("search", operand);
  return { operator: "search", operand: String(operand) };
};

const message =
  (operator: "near" | "with" | "id", complaint: (operand: Operand) => Error) =>
  (operand: Operand): OperatorAndOperand => {
    const id = typeof operand === "string" && /^\d+$/.test(operand.trim()) ? Number(operand) : operand;
    if (typeof id !== "number") throw complaint(operand);
    return { operator, operand: id };
  };

const has = (operand: Operand): OperatorAndOperand => {
  const what = contents.find((each) => operand === each || operand === `${each}s`);
  if (what === undefined) throw unknown("has", operand);
  return { operator: "has", operand: what };
};

const is = (operand: Operand): OperatorAndOperand => {
  const state = operand === "private" ? "dm" : states.find((each) => each === operand);
  if (state === undefined) throw unknown("is", operand);
  return { operator: "is", operand: state };
};

const within = (operand: Operand): OperatorAndOperand => {
  if (operand !== "home" && operand !== "all") throw unknown("in", operand);
  return { operator: "in", operand };
};

const operandParsers = {
  channel,
  stream: channel,
  channels,
  streams: channels,
  topic,
  subject: topic,
  dm: direct,
  "pm-with": direct,
  pm_with: direct,
  "dm-including": including(false),
  "group-pm-with": including(true),
  sender,
  from: sender,
  mentions,
  search,
  near: message("near", (operand) => unknown("near", operand)),
  with: message("with", () => narrowError("Invalid 'with' operator")),
  id: message("id", (operand) => unknown("id", operand)),
  has,
  is,
  in: within,
} as const satisfies Record<string, (operand: Operand) => OperatorAndOperand>;

const isOperator = (name: string): name is keyof typeof operandParsers => Object.hasOwn(operandParsers, name);

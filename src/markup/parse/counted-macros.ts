import { ParseError } from "katex";

/** A token of a macro or its arguments. KaTeX stores these tokens in reverse order. */
interface MacroToken {
  readonly text: string;
}

interface Expander {
  consumeArgs(count: number, delimiters?: readonly (readonly string[])[]): MacroToken[][];
}

interface Definition {
  readonly tokens: readonly MacroToken[];
  readonly numArgs: number;
  readonly delimiters?: readonly (readonly string[])[];
}

/**
 * The macros of one formula. Macros that the formula defines report what they expand to, because KaTeX only limits the
 * number of expansions, and a few hundred characters could become a million.
 */
export function countedMacros(count: (tex: string) => void): Record<string, object> {
  return new Proxy<Record<string, object>>(
    {},
    {
      set(macros, name: string, defined: object) {
        macros[name] = isDefinition(defined) && canGrow(defined) ? counted(defined, count) : defined;
        return true;
      },
    },
  );
}

const isDefinition = (defined: unknown): defined is Definition =>
  typeof defined === "object" && defined !== null && "tokens" in defined;

const canGrow = ({ tokens, numArgs }: Definition): boolean => tokens.length > 1 || numArgs > 0;

const counted = (definition: Definition, count: (tex: string) => void) => (expander: Expander) => {
  const args = expander.consumeArgs(definition.numArgs, definition.delimiters);
  const tokens = definition.numArgs > 0 ? withArguments(definition.tokens, args) : definition.tokens;
  count(tokens.map(({ text }) => text).join(""));
  return { tokens, numArgs: 0 };
};

/** Replaces `#1`, `#2` and so on with arguments, and `##` with `#`. */
function withArguments(body: readonly MacroToken[], args: readonly MacroToken[][]): MacroToken[] {
  const tokens: MacroToken[] = [];
  for (let at = body.length - 1; at >= 0; at--) {
    let token = body[at];
    if (token?.text === "#") {
      token = body[--at];
      const argument = args[Number(token?.text) - 1];
      if (argument !== undefined) {
        tokens.push(...argument.toReversed());
        continue;
      }
      if (token?.text !== "#") throw new ParseError("not an argument's number");
    }
    if (token !== undefined) tokens.push(token);
  }
  return tokens.reverse();
}

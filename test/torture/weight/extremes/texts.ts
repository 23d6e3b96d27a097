import { type Operation, operationsOf, request, send, spoilsTests } from "../../../process/support/operations.ts";
import { usualValue } from "../../../process/support/parameter-values.ts";
import { takesAccountAway } from "../../abuse/unusual-requests.ts";
import { Violation } from "../../frame/part.ts";
import type { Extreme, ExtremeContext } from "../extreme.ts";

/** Nearly the maximum length of a form, with some room for other fields. A query has less room. */
const FORM_CHARACTERS = 4_990_000;
const QUERY_CHARACTERS = 60_000;

const isText = ({ schema }: Operation["fields"][number]) =>
  schema.type === "string" && schema.enum === undefined && schema.const === undefined;

/** Calls each operation once for each of its text parameters, which is too long while the others are valid. */
async function longTexts({ owner, mel, trial }: ExtremeContext) {
  const operations = (await operationsOf(owner)).filter((operation) => !spoilsTests(operation));
  const all = operations.flatMap((operation) => {
    const { method, variables, fields } = operation;
    const inPath = Object.fromEntries(
      variables.map(({ name, schema }) => [name, usualValue(name, schema, trial.random)]),
    );
    const text = "x".repeat(method === "GET" ? QUERY_CHARACTERS : FORM_CHARACTERS);
    const needed = fields.filter(({ required }) => required);
    return fields.filter(isText).map((long) => {
      const others = needed.filter((field) => field !== long);
      const usually = others.map(({ name, schema }) => [name, usualValue(name, schema, trial.random)] as const);
      return { name: long.name, sent: request(operation, inPath, [...usually, [long.name, text]]) };
    });
  });
  return all.filter(({ sent }) => !takesAccountAway(sent, [owner, mel]));
}

export const texts: readonly Extreme[] = [
  {
    name: "5 MB in each text of each operation",
    async run(context) {
      const { owner, trial } = context;
      const every = trial.isBrief ? 20 : 1;
      const all = (await longTexts(context)).filter((_, index) => index % every === 0);
      if (all.length < 5) throw new Violation("there are hardly any texts");
      for (const { name, sent } of all) {
        const { status } = await send(owner, sent).catch(() => ({ status: 0 }));
        if (status === 0 || status >= 500)
          throw new Violation(`${sent.method} ${sent.path}, ${name}: answers ${status}`);
      }
      trial.log(`${all.length} texts`);
    },
  },
];

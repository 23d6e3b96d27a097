import { type Operation, operationsOf, request, send, spoilsTests } from "../../../process/support/operations.ts";
import { usual } from "../../../process/support/samples.ts";
import { takesAway } from "../../abuse/hostile.ts";
import { Violation } from "../../frame/part.ts";
import type { Kind, Scene } from "../kind.ts";

/** As much as a form may hold, beside a little of the rest; a query holds less. */
const FORM_CHARACTERS = 4_990_000;
const QUERY_CHARACTERS = 60_000;

const isText = ({ schema }: Operation["fields"][number]) =>
  schema.type === "string" && schema.enum === undefined && schema.const === undefined;

/** Each operation with each of its texts, the rest being in order. */
async function longTexts({ owner, mel, trial }: Scene) {
  const operations = (await operationsOf(owner)).filter((operation) => !spoilsTests(operation));
  const all = operations.flatMap((operation) => {
    const { method, variables, fields } = operation;
    const inPath = Object.fromEntries(variables.map(({ name, schema }) => [name, usual(name, schema, trial.random)]));
    const text = "x".repeat(method === "GET" ? QUERY_CHARACTERS : FORM_CHARACTERS);
    const needed = fields.filter(({ required }) => required);
    return fields.filter(isText).map((long) => {
      const others = needed.filter((field) => field !== long);
      const usually = others.map(({ name, schema }) => [name, usual(name, schema, trial.random)] as const);
      return { name: long.name, sent: request(operation, inPath, [...usually, [long.name, text]]) };
    });
  });
  return all.filter(({ sent }) => !takesAway(sent, [owner, mel]));
}

export const texts: readonly Kind[] = [
  {
    name: "5 MB in each text of each operation",
    async run(scene) {
      const { owner, trial } = scene;
      const every = trial.isBrief ? 20 : 1;
      const all = (await longTexts(scene)).filter((_, index) => index % every === 0);
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

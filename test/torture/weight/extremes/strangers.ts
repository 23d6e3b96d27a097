import { operationsOf, request, send } from "../../../process/support/operations.ts";
import { usualValue } from "../../../process/support/parameter-values.ts";
import { Person } from "../../../process/support/person.ts";
import { Violation } from "../../frame/part.ts";
import type { Extreme, ExtremeContext } from "../extreme.ts";

const CALLS = 300;
/** The number of calls of endpoints for an operator's commands, which count as file downloads. */
const CALLS_OF_OPERATORS = 1100;
const AT_ONCE = 10;
/** A path without a limit, because monitoring requests it. */
const UNLIMITED = "/health";

/** Returns the operations that are open to anyone, according to the server. */
async function openOperations({ owner }: ExtremeContext) {
  const { paths } = await owner.ok(owner.get("/openapi.json"));
  const operations = await operationsOf(owner);
  return operations.filter(({ method, path }) => {
    const { security } = paths[path][method.toLowerCase()];
    return security?.length === 0 && !path.startsWith("/testing") && path !== UNLIMITED;
  });
}

export const strangers: readonly Extreme[] = [
  {
    name: "300 calls of each operation that anybody may call, without credentials",
    async run(context) {
      const { trial } = context;
      const limited = await trial.server({ args: ["--quiet", "--rate-limits", "on"] });
      const { runtime } = limited;
      const nobody = new Person(limited.url, "", "");
      for (const operation of await openOperations(context)) {
        const { method, path, variables, fields } = operation;
        const inPath = Object.fromEntries(
          // An id that isn't a number matches nothing, so it would cost nothing.
          variables.map(({ name, schema }) => [name, /_id$/.test(name) ? "7" : usualValue(name, schema, trial.random)]),
        );
        const needed = fields.filter(({ required }) => required);
        const sent = needed.map(({ name, schema }) => [name, usualValue(name, schema, trial.random)] as const);
        const statuses = new Set<number>();
        const calls = path.startsWith("/organizations/") ? CALLS_OF_OPERATORS : CALLS;
        const left = Array.from({ length: calls }).values();
        const call = async () => {
          for (const _ of left) {
            // A single 429 shows that calls are counted.
            if (trial.isBrief && statuses.has(429)) return;
            statuses.add((await send(nobody, request(operation, inPath, sent))).status);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, call));
        const found = `${method} ${path} answers ${[...statuses].join(", ")}`;
        if ([...statuses].some((status) => status >= 500)) throw new Violation(found);
        // Requests that are refused for their format alone cost nothing, so they needn't be limited.
        const isFutile = [...statuses].every((status) => status === 400);
        if (!statuses.has(429) && !isFutile) throw new Violation(`${calls} calls are not limited: ${found}`);
      }
      if (limited.runtime !== runtime) throw new Violation("workerd has ended and was started again");
    },
  },
];

import type { Json, Person } from "./person.ts";

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
}

/** An operation of the API, as the server describes it. */
export interface Operation {
  readonly method: string;
  /** The path below /api/v1, with variables in braces. */
  readonly path: string;
  readonly variables: readonly Field[];
  readonly fields: readonly Field[];
}

/** Returns every operation of the server, in the order of its description. */
export async function operationsOf(person: Person): Promise<Operation[]> {
  const { paths } = await person.ok(person.get("/openapi.json"));
  return Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, { parameters, requestBody }]) => {
      const described = parameters.map(({ name, required, schema, content }: Json) => {
        return { name, required, schema: schema ?? content["application/json"].schema };
      });
      const inPath = (field: Field) => path.includes(`{${field.name}}`);
      return {
        method: method.toUpperCase(),
        path,
        variables: described.filter(inPath),
        fields: [...described.filter((field: Field) => !inPath(field)), ...formFields(requestBody)],
      };
    }),
  );
}

function formFields(requestBody: Json): Field[] {
  const forms = requestBody?.content ?? {};
  const { schema } = forms["application/x-www-form-urlencoded"] ?? forms["multipart/form-data"] ?? {};
  return Object.entries<Json>(schema?.properties ?? {}).map(([name, described]) => {
    return { name, required: schema.required?.includes(name) ?? false, schema: described };
  });
}

/** A request for an operation. The path's variables are filled in, and the fields' values are texts. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly (readonly [string, string])[];
}

export function request(
  { method, path }: Pick<Operation, "method" | "path">,
  variables: Record<string, string>,
  fields: Request["fields"],
): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(variables[name] ?? ""));
  return { method, path: filled, fields };
}

/** Sends a request as clients do: with its fields in the query of a GET, or else in a form. */
export function send(person: Person, { method, path, fields }: Request) {
  const form = new URLSearchParams();
  for (const [name, value] of fields) form.append(name, value);
  return method === "GET"
    ? person.send(method, form.size > 0 ? `${path}?${form}` : path)
    : person.send(method, path, form);
}

const SPOILING = [/^\/testing/, /^\/organizations$/, /^\/openapi/, /^\/realm\/deactivate$/, /^\/users\/me\/api_key\//];

/** True for operations to leave out, because they would break the test or return nothing of interest. */
export const spoilsTests = ({ method, path }: Pick<Operation, "method" | "path">) =>
  SPOILING.some((pattern) => pattern.test(path)) || (method === "DELETE" && path === "/users/me");

import { features } from "../../src/features.ts";

type Requests = Readonly<Record<string, { readonly method: string; readonly path: string; readonly sends: object }>>;

const shape = (route: string) => route.replace(/:\w+\+?/g, ":");

/**
 * Returns a client's requests for which the server has no endpoint, and the parameters that the endpoints don't
 * declare.
 */
export function unknownRequests(requests: Requests): readonly string[] {
  const endpoints = features.flatMap(({ endpoints: some = [] }) => some);
  return Object.values(requests).flatMap(({ method, path, sends }) => {
    const routes = (one: (typeof endpoints)[number]) => [one.route, ...one.aliases].map(shape);
    const route = shape(`${method.replace("HEAD", "GET")} /${path}`);
    const endpoint = endpoints.find((one) => routes(one).includes(route));
    if (endpoint === undefined) return [`${method} ${path}`];
    const known = Object.entries(endpoint.params).flatMap(([name, { aliases = [] }]) => [name, ...aliases]);
    return Object.keys(sends)
      .filter((name) => name !== "file" && !known.includes(name))
      .map((name) => `${method} ${path} ${name}`);
  });
}

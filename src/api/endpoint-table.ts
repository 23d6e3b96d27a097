import { entryOf } from "../util/collections.ts";
import { decodedUri } from "../util/decoded-uri.ts";
import type { Method } from "./endpoint.ts";

interface Node<T> {
  literal: Map<string, Node<T>>;
  variables: { name: string; node: Node<T> }[];
  methods: Map<Method, T>;
}

export interface FoundEntry<T> {
  readonly found: T;
  readonly variables: Readonly<Record<string, string>>;
}
/** The entry found for a request, or the methods its path allows if only the path matches. */
export type Match<T> = FoundEntry<T> | { readonly allowed: string[] };

const newNode = <T>(): Node<T> => ({ literal: new Map(), variables: [], methods: new Map() });

/**
 * A tree of path segments. Literals precede variables, and a variable named `..._id` matches digits only and precedes
 * other variables. The order of endpoints therefore never matters. `:name+` matches the rest of a path.
 */
export class EndpointTable<T> {
  readonly #root = newNode<T>();

  add(route: string, value: T): void {
    const [method = "", path = ""] = route.split(" ", 2);
    let node = this.#root;
    for (const segment of segments(path)) node = this.#child(node, segment);
    if (node.methods.has(method as Method)) throw new Error(`two endpoints at ${route}`);
    node.methods.set(method as Method, value);
  }

  /**
   * Returns the endpoint for a request, the allowed methods if only its path matches, or undefined if nothing matches.
   */
  find(method: string, path: string): Match<T> | undefined {
    const allowed = new Set<string>();
    for (const { node, variables } of walk(this.#root, segments(path), {})) {
      const found = node.methods.get((method === "HEAD" ? "GET" : method) as Method);
      if (found !== undefined) return { found, variables };
      for (const known of node.methods.keys()) allowed.add(known);
    }
    return allowed.size > 0 ? { allowed: [...allowed].sort() } : undefined;
  }

  #child(node: Node<T>, segment: string): Node<T> {
    if (!segment.startsWith(":")) {
      return entryOf(node.literal, segment, () => newNode<T>());
    }
    const name = segment.slice(1);
    const known = node.variables.find((variable) => variable.name === name);
    if (known !== undefined) return known.node;
    const child = newNode<T>();
    node.variables.push({ name, node: child });
    node.variables.sort((a, b) => Number(isNumeric(b.name)) - Number(isNumeric(a.name)));
    return child;
  }
}

const isNumeric = (name: string) => name.endsWith("_id");
/** `//` counts as `/`, because some clients join paths that way (clients.md 1). */
const segments = (path: string) => path.split("/").filter((segment) => segment !== "");

function* walk<T>(
  node: Node<T>,
  rest: readonly string[],
  variables: Readonly<Record<string, string>>,
): Iterable<{ node: Node<T>; variables: Readonly<Record<string, string>> }> {
  const [segment, ...after] = rest;
  if (segment === undefined) {
    if (node.methods.size > 0) yield { node, variables };
    return;
  }
  const literal = node.literal.get(segment);
  if (literal !== undefined) yield* walk(literal, after, variables);
  for (const { name, node: child } of node.variables) {
    if (name.endsWith("+"))
      yield* walk(child, [], { ...variables, [name.slice(0, -1)]: decodeSegment(rest.join("/")) });
    else if (!isNumeric(name) || /^-?\d+$/.test(segment))
      yield* walk(child, after, { ...variables, [name]: decodeSegment(segment) });
  }
}

const decodeSegment = (segment: string): string => decodedUri(segment) ?? segment;

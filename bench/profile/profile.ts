import { SourceMap, type SourceMapPayload } from "node:module";

/** A profile as V8 returns it. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}

/** A function on a stack, with its source file where it is known. */
export interface Frame {
  readonly name: string;
  readonly file: string;
}

/** The longest time between two looks at one piece of work: an isolate that is not entered is not looked at. */
const MAX_MICROSECONDS = 350;

/** Finds the source file of a place in a program; empty for what is not of the program. */
export function sourcesOf(map: string): (callFrame: ProfileNode["callFrame"]) => string {
  const sources = new SourceMap(JSON.parse(map) as SourceMapPayload);
  return ({ lineNumber, columnNumber }) => {
    const found = sources.findEntry(lineNumber, columnNumber);
    return "originalSource" in found ? found.originalSource.replace(/^(?:\.\.\/)*/, "") : "";
  };
}

/**
 * The microseconds of each part: `partOf` is given the functions of a moment, the innermost first, and names the part. What
 * it names null is time at which nothing was done.
 */
export function timesOf(
  { nodes, samples = [], timeDeltas = [] }: Profile,
  fileOf: (callFrame: ProfileNode["callFrame"]) => string,
  partOf: (stack: readonly Frame[]) => string | null,
): Map<string, number> {
  const partById = new Map<number, string | null>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (node: ProfileNode, outer: readonly Frame[]) => {
    const stack = [{ name: node.callFrame.functionName, file: fileOf(node.callFrame) }, ...outer];
    partById.set(node.id, partOf(stack));
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) walk(child, stack);
    }
  };
  const [root] = nodes;
  if (root !== undefined) walk(root, []);
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partById.get(id) ?? null;
    if (part === null) continue;
    times.set(part, (times.get(part) ?? 0) + Math.min(timeDeltas[index] ?? 0, MAX_MICROSECONDS));
  }
  return times;
}

import type { Plugin } from "rolldown";
import { bundleAnew } from "../../../src/cli/server-bundle/server-bundle.ts";
import { root } from "../../process/support/launch.ts";

/** The programs that replace each other: the current one, and an older one that lacks a feature and its tables. */
export type Program = "before" | "after";

/** Matches the feature that the program `after` adds: its routes, tables, events and part of /register. */
const CAPABILITY = /^ {2}drafts,\n/m;
/** A path that only the newer program has. Requests to it that succeed were served by that program. */
export const PATH_OF_AFTER = "/drafts";

const withoutIt: Plugin = {
  name: "without-a-capability",
  transform: {
    filter: { id: /[/\\]src[/\\]features\.ts$/ },
    handler(code) {
      if (!CAPABILITY.test(code)) throw new Error("the list of features does not have the capability");
      return code.replace(CAPABILITY, "");
    },
  },
};

export async function makePrograms(): Promise<Record<Program, string>> {
  const entry = "src/worker.ts";
  const [after, before] = await Promise.all([bundleAnew(root, entry), bundleAnew(root, entry, [withoutIt])]);
  return { after, before };
}

/**
 * Returns a Worker of one program. It identifies its version, and calls the objects of another script, which may run
 * the other program.
 */
export const front = (program: Program) => `
import worker from "./${program}.js";
export { Hasher, Importer, Realm, Relay } from "./${program}.js";
let own;
export default {
  fetch(request, env, context) {
    own ??= { ...env, VERSION: { id: "${program}" } };
    return worker.fetch(request, own, context);
  },
};`;

/** The objects. All run the same program until told to restart as the other one. */
export const OBJECTS = `
import { DurableObject } from "cloudflare:workers";
import * as before from "./before.js";
import * as after from "./after.js";
export const Hasher = after.Hasher;
export const Importer = after.Importer;
export const Relay = after.Relay;
const programs = { before, after };
let program = "before";
export class Realm extends DurableObject {
  constructor(state, env) {
    super(state, env);
    class Replaced extends programs[program].Realm {
      replace() { state.abort("Durable Object reset because its code was updated."); }
      parked() { return state.getWebSockets().filter(({ readyState }) => readyState === 1).length; }
    }
    return new Replaced(state, { ...env, VERSION: { id: program } });
  }
}
export default {
  async fetch(request, env) {
    const { searchParams } = new URL(request.url);
    const object = (name) => env.REALM.get(env.REALM.idFromName(name));
    if (searchParams.has("parked")) return Response.json(await object(searchParams.get("parked")).parked());
    program = searchParams.get("program");
    await Promise.all(searchParams.getAll("replace").map((name) => object(name).replace().catch(() => {})));
    return Response.json(program);
  },
};`;

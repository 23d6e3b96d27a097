import { describe, expect, test } from "vitest";
import { readTexts } from "./support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../src/**/*.ts", "!../src/web/**", "!../src/cli/**");
const web = readTexts(import.meta.dirname, "../src/web/**/*.{ts,tsx}");
const local = readTexts(import.meta.dirname, "../src/cli/**/*.ts");
const files = Object.fromEntries(Object.entries(sources).map(([path, text]) => [path.replace("../src/", ""), text]));

/** Resolves a relative import to a path within src. */
function targetOf(path: string, relative: string): string {
  const parts = path.split("/").slice(0, -1);
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

const importsIn = (path: string, code: string): string[] =>
  [...code.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, relative = ""]) => targetOf(path, relative));

/** A file's imports within src, as paths relative to src. */
const importsOf = (path: string): string[] => importsIn(path, files[path] ?? "");

const withImports = Object.keys(files).flatMap((path) => importsOf(path).map((target) => ({ path, target })));

const featureList = (files["features.ts"] ?? "").replace(/\/\/.*/g, "");
/** The folder of each feature, by its import name in src/features.ts. */
const folders = new Map(
  [...featureList.matchAll(/import \{ (\w+) \} from "\.\/(features\/[^"]+)\/index\.ts"/g)].map(
    ([, name = "", folder = ""]) => [name, folder],
  ),
);
/** The folders in the order of src/features.ts, lowest first. */
const order = [...featureList.matchAll(/\[([a-zA-Z,\s.()]+)\]/g)]
  .flatMap(([, list = ""]) => list.split(/[,\s]+/))
  .flatMap((name) => folders.get(name) ?? []);
/** These are built from the list of features, and so rank above all of it. */
const aboveAll = [...folders.values()].filter((folder) => !order.includes(folder));
const rank = (folder: string) => order.indexOf(folder);
const featureOf = (path: string): string | undefined =>
  [...folders.values()].find((folder) => path.startsWith(`${folder}/`));

/**
 * The areas of src/features, lowest first. A feature that all others use stands alone, below them, because the rest of
 * its area uses the others.
 */
const areas = [
  "trust/audit-log",
  "email",
  "conversations",
  "files",
  "organization",
  "channels",
  "people",
  "messages",
  "integrations",
  "assistants",
  // Scripts of bots use the assistants' tools.
  "integrations/hosted-bots",
  "trust",
  "server",
];
const areaRank = (path: string) => {
  const [, area = "", name = ""] = path.split("/");
  return areas.includes(`${area}/${name}`) ? areas.indexOf(`${area}/${name}`) : areas.indexOf(area);
};

/** Files whose responses tell callers where to continue, at the address they used, or set a cookie for it. */
const TELL_THE_WAY = [
  "features/assistants/mcp/page.ts",
  "features/assistants/oauth-grants/consent-endpoints.ts",
  "features/assistants/oauth-grants/consent/authorization-request.ts",
  "features/assistants/oauth-grants/consent/authorize-page.ts",
  "features/assistants/oauth-grants/oauth/token-pages.ts",
  "features/server/server-info/get-server-settings.ts",
  "features/server/server-info/server-name.ts",
  "features/people/sso-login/begin-login.ts",
  "features/people/sso-login/complete-login.ts",
  "features/people/sso-login/pages/desktop-pages.ts",
  "features/people/sso-login/endpoints.ts",
  "features/people/sso-login/pages/failure-page.ts",
  "features/people/sso-login/pages/login-pages.ts",
  "features/people/sso-login/log-out-at-service.ts",
  "features/people/sso-login/login-step.ts",
  "features/people/invitations/endpoints.ts",
  "features/messages/outside-links/endpoints.ts",
  "features/people/sso-connections/own-connections.ts",
  "features/people/sessions/endpoints.ts",
  "features/people/passkey-actions/endpoints.ts",
  "features/people/passkey-actions/log-in-with-passkey.ts",
  "features/people/sessions/login-page.ts",
  "features/organization/organization-settings/state.ts",
];

test("a request's origin is read only by files whose responses return it to the caller", () => {
  const reading = /\b(?:request|facts)(?:\.origin|: \{[^}]*\borigin\b)|\{ origin \}: RequestFacts/;
  const found = Object.entries(files).filter(([path, text]) => path.startsWith("features/") && reading.test(text));
  expect(found.map(([path]) => path).sort()).toEqual([...TELL_THE_WAY].sort());
});

describe("direct dependencies", () => {
  const texts = readTexts(import.meta.dirname, "../{package,package-lock,tsconfig}.json", "./*.test.ts");
  const { dependencies, devDependencies, scripts } = JSON.parse(texts["../package.json"] ?? "");
  const isImported = (name: string, start: string) =>
    Object.entries({ ...sources, ...local, ...texts }).some(
      ([path, text]) =>
        path.startsWith(start) && new RegExp(`(?:^import [^;]*|await import\\()"${name}[/"]`, "m").test(text),
    );

  test.each([
    { name: "itty-router", use: "routes requests", isUsed: () => isImported("itty-router", "../src/http/") },
    { name: "valibot", use: "reads parameters", isUsed: () => isImported("valibot", "../src/api/") },
    {
      name: "miniflare",
      use: "runs the server locally",
      isUsed: () => isImported("miniflare", "../src/cli/workerd/"),
    },
  ])("$name $use and is pinned to an exact version", ({ name, isUsed }) => {
    expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+/);
    expect(isUsed()).toBe(true);
  });

  test.each([
    {
      name: "vitest",
      use: "runs the tests",
      isUsed: () => isImported("vitest", "./") && scripts.test.startsWith("vitest run "),
    },
    { name: "wrangler", use: "builds for Cloudflare", isUsed: () => /^wrangler deploy/.test(scripts.build) },
    {
      name: "@cloudflare/workers-types",
      use: "has the types of the platform",
      isUsed: () =>
        JSON.parse(texts["../tsconfig.json"] ?? "").compilerOptions.types.includes("@cloudflare/workers-types"),
    },
  ])("$name $use and is pinned to an exact version", ({ name, isUsed }) => {
    expect(devDependencies[name]).toMatch(/^\d+\.\d+\.\d+/);
    expect(isUsed()).toBe(true);
  });

  test("miniflare has the version that wrangler depends on, so tests, deployments and local servers share a runtime", () => {
    const { packages } = JSON.parse(texts["../package-lock.json"] ?? "");
    expect(dependencies.miniflare).toBe(packages["node_modules/wrangler"].dependencies.miniflare);
  });
});

/** The rooms (direct subfolders) of folders, lowest first. Files beside the rooms may import all of them. */
const ROOMS: Readonly<Record<string, string>> = {
  cli: `os settings workerd data-directory front-proxy build-web-client server-bundle operator bot-processes import demo
    server register-push export backup restore repair verify-audit-log ldap-sync deploy account-check`,
  markup: "data html code parse render",
  "features/integrations/incoming-webhooks": "render services template",
  "features/messages/core": "search store narrow read-state fetch flags send archive",
  "features/server/imports": "checking reading writing",
  "features/trust/scim": "protocol connections user-resources groups users",
  "web/model": `emoji formatting routes people channels addresses messages unread organization calls widgets completion
    recent search integrations organizations`,
  "web/parts": "overlays emoji fields indicators lists",
  "web/views": `frame people voice content calls mark-as-read dialogs channels help compose message inbox drafts
    feed later palette search recent topics details board notifications organizations nav outside reauthentication
    settings share-target shell about spectator`,
  "web/views/compose": "attachments dialogs completion target editing",
  "web/views/settings": "rows bots integrations erasure import outside-links personal organization",
};

describe("import order", () => {
  test("a layer imports only layers below it, and http imports nothing from the realm", () => {
    const layers = [
      ["util"],
      ["merkle-log"],
      ["mcp"],
      ["protocol"],
      ["archive-format"],
      ["config"],
      ["metrics"],
      ["logging"],
      ["outbound-http"],
      ["database"],
      ["markup", "rpc"],
      ["converters"],
      ["realm"],
      ["api"],
      ["html-pages"],
      ["feature.ts"],
      ["http", "realm-object", "relay", "call-room"],
      ["features"],
      ["features.ts", "wire-types.ts"],
      ["realm-object.ts", "hasher-object.ts", "importer-object.ts", "relay-object.ts", "call-room-object.ts"],
      ["worker.ts"],
    ];
    const layerOf = (path: string) => layers.findIndex((parts) => parts.includes(path.split("/")[0] ?? ""));
    const isCode = (path: string) => !path.startsWith("web/") && !path.endsWith(".d.ts");
    expect(Object.keys(files).filter((path) => isCode(path) && layerOf(path) < 0)).toEqual([]);
    const aside = withImports.filter(({ path, target }) => {
      const [from, to] = [path.split("/")[0], target.split("/")[0]];
      if (from === to || !isCode(target)) return false;
      return layerOf(target) >= layerOf(path) || (from === "http" && to === "realm");
    });
    expect(aside).toEqual([]);
  });

  test("an area of features imports only earlier areas", () => {
    const inFeatures = withImports.filter(
      ({ path, target }) => path.startsWith("features/") && target.startsWith("features/"),
    );
    expect(inFeatures.filter(({ path }) => areaRank(path) < 0)).toEqual([]);
    expect(inFeatures.filter(({ path, target }) => areaRank(target) > areaRank(path))).toEqual([]);
  });

  test("src/features.ts lists the features by area", () => {
    expect(order.length).toBeGreaterThan(50);
    expect(order.map(areaRank)).toEqual(order.map(areaRank).sort((a, b) => a - b));
  });

  test("a feature imports only earlier features", () => {
    const upward = withImports.filter(({ path, target }) => {
      const [from, to] = [featureOf(path), featureOf(target)];
      if (from === undefined || to === undefined || from === to) return false;
      if (aboveAll.includes(from)) return false;
      return rank(to) < 0 || rank(from) < 0 || rank(to) >= rank(from);
    });
    expect(upward).toEqual([]);
  });

  test("a feature doesn't import another's index, endpoints, rows or statements", () => {
    const statementsOf = (path: string) =>
      new Set([...(files[path] ?? "").matchAll(/^export const (\w+) = statement\b/gm)].map(([, name]) => name));
    const reached = Object.entries(files).flatMap(([path, text]) => {
      const from = featureOf(path);
      return [...text.matchAll(/^import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/gm)].flatMap(
        ([, named = "", relative = ""]) => {
          const target = targetOf(path, relative);
          const to = featureOf(target);
          if (from === undefined || to === undefined || from === to) return [];
          const statements = statementsOf(target);
          const isHidden = target === `${to}/index.ts` || /(^|[/-])(endpoints|rows)\.ts$/.test(target);
          return isHidden || named.split(/[\s,]+/).some((name) => statements.has(name)) ? [{ path, target }] : [];
        },
      );
    });
    expect(reached).toEqual([]);
  });

  test.each(Object.entries(ROOMS))("the folders of src/%s import only those listed before them", (folder, list) => {
    const rooms = list.split(/\s+/);
    const inside = Object.entries({ ...sources, ...local, ...web }).flatMap(([file, text]) =>
      file.startsWith(`../src/${folder}/`) ? [{ path: file.replace("../src/", ""), text }] : [],
    );
    const partsOf = (path: string) => path.slice(folder.length + 1).split("/");
    const rank = (path: string) => rooms.indexOf(partsOf(path)[0] ?? "");
    const found = inside.map(({ path }) => partsOf(path)).filter(({ length }) => length > 1);
    expect([...new Set(found.map(([room]) => room))].sort()).toEqual([...rooms].sort());
    const upward = inside.flatMap(({ path, text }) =>
      importsIn(path, text)
        .filter((target) => target.startsWith(`${folder}/`) && rank(path) >= 0 && rank(target) > rank(path))
        .map((target) => `${path} -> ${target}`),
    );
    expect(upward).toEqual([]);
  });

  test("no import cycles exist, including type imports and imports in comments", () => {
    const programs: Record<string, string> = import.meta.glob(
      ["../bench/**/*.ts", "../scripts/**/*.mjs", "../src/web/**/*.{ts,tsx}"],
      { query: "?raw", import: "default", eager: true },
    );
    // The web client's later scripts contain views that load scripts through this file.
    const { "../src/web/loads.ts": loads, ...all } = { ...sources, ...local, ...programs };
    const views = [
      ...["calls/calls.ts", "board/boards.ts", "outside/outside.ts", "later/later.ts", "message/buttons/buttons.ts"],
      ...["voice/voice.ts", "organizations/organizations.ts", "settings/settings.tsx"],
    ];
    const loaded = ["../src/web/deferred.ts", ...views.map((path) => `../src/web/views/${path}`)];
    expect(importsIn("../src/web/loads.ts", loads ?? "")).toEqual(loaded);
    const done = new Set<string>();
    const cycleFrom = (path: string, way: string[]): string[] | undefined => {
      if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
      if (done.has(path)) return undefined;
      for (const target of importsIn(path, all[path] ?? "")) {
        const cycle = cycleFrom(target, [...way, path]);
        if (cycle !== undefined) return cycle;
      }
      done.add(path);
      return undefined;
    };
    for (const path of Object.keys(all)) expect(cycleFrom(path, []), path).toBeUndefined();
  });
});

describe("the command line program", () => {
  const others = { ...sources, ...web };
  const imports = Object.entries(local).flatMap(([file, text]) => {
    const path = file.replace("../src/", "");
    return importsIn(path, text).map((target) => ({ path, target }));
  });

  test("imports only archive, converter and proof code, settings, words and constants from outside src/cli", () => {
    const outside = imports.filter(({ target }) => !target.startsWith("cli/"));
    expect(outside.length).toBeGreaterThan(0);
    expect(
      outside.filter(
        ({ target }) =>
          !/^(archive-format\/|converters\/|merkle-log\/|config\/(settings|mail-server)\.ts$|html-pages\/failure-words\.ts$|protocol\/(roles|version|voice\/voice-limits|words\/icu)\.ts$)/.test(
            target,
          ),
      ),
    ).toEqual([]);
  });

  test("is imported by neither the Worker nor the web client, which import only Node modules that workerd has", () => {
    const taken = Object.entries(others).filter(
      ([file, text]) =>
        importsIn(file.replace("../src/", ""), text).some((target) => target.startsWith("cli/")) ||
        /(?:from|import\()\s*"(?:node:(?!(?:buffer|crypto|zlib)")|miniflare")/.test(text),
    );
    expect(taken.map(([file]) => file)).toEqual([]);
  });
});

describe("src/web", () => {
  /** A file's imports: paths in src, and whether they are type-only. */
  const imports = Object.entries(web).flatMap(([file, text]) => {
    const path = file.replace("../src/", "");
    const found = text.matchAll(/(?:import|export)\s+(type\s)?(?:[^;"]*?from\s*)?"(\.[^"]+)"|import\(\s*"(\.[^"]+)"/g);
    return [...found].map(([, type, named = "", lazy = named]) => {
      return { path, target: targetOf(path, lazy), isType: type !== undefined };
    });
  });
  test("wire-types.ts covers the events of all features", () => {
    const listed = importsOf("wire-types.ts").filter((target) => target.endsWith("/events.ts"));
    const all = Object.keys(files).filter((path) => path.startsWith("features/") && path.endsWith("/events.ts"));
    expect([...new Set(listed)].sort()).toEqual(all.sort());
    const isDefining = /import \{ event[ ,][^}]*\} from "[^"]*realm\/events\/event\.ts"/;
    const elsewhere = Object.entries(files).filter(
      ([path, text]) => !path.endsWith("/events.ts") && isDefining.test(text),
    );
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });

  const partOf = (path: string) => (path.split("/").length > 2 ? (path.split("/")[1] ?? "") : "roots");

  test("imports only protocol and wire types from the server, and its converter only archive and converter code", () => {
    const outside = imports.filter(({ target }) => !target.startsWith("web/"));
    expect(outside.length).toBeGreaterThan(0);
    const ofConverter = ["archive-format", "converters", "util"];
    // Constants, the ICU formatter and recurrence rules, none of which import anything else.
    const limits = [
      "protocol/text-lengths.ts",
      "protocol/voice/voice-limits.ts",
      "protocol/words/icu.ts",
      "protocol/recurrence.ts",
    ];
    expect(limits.flatMap(importsOf)).toEqual([]);
    // A separate script, which the server's own pages load too.
    const ofStrength = { path: "web/password-strength.ts", target: "util/password-guesses.ts" };
    const strange = outside.filter(({ path, target, isType }) =>
      partOf(path) === "import-worker"
        ? !ofConverter.includes(target.split("/")[0] ?? "")
        : !limits.includes(target) &&
          (!isType || !/^(protocol\/|wire-types\.ts$)/.test(target)) &&
          !(path === ofStrength.path && target === ofStrength.target),
    );
    expect(strange).toEqual([]);
  });

  test("has parts that each import only parts below them, including types", () => {
    const below: Readonly<Record<string, readonly string[]>> = {
      model: [],
      style: [],
      words: ["style"],
      wire: ["model"],
      store: ["model", "wire"],
      // Separate scripts in workers, which share only message types with the page.
      "import-worker": ["model"],
      "call-encryption": [],
      parts: ["model", "words", "style", "wire"],
      client: ["model", "words", "style", "wire", "store", "import-worker", "call-encryption"],
      views: ["model", "words", "style", "client", "parts", "import-worker"],
    };
    /** Tables and tools next to the screens, and the action names that the model stores. */
    const beside: Readonly<Record<string, readonly string[]>> = {
      model: ["keys"],
      parts: ["keys", "keyboard", "loads", "typed-ahead"],
      views: ["keys", "keyboard", "loads", "typed-ahead", "password-strength"],
    };
    const upward = imports.filter(({ path, target, isType }) => {
      const [from, to] = [partOf(path), partOf(target)];
      if (!target.startsWith("web/") || from === to || from === "roots" || target.endsWith(".css")) return false;
      if (
        !isType &&
        ([from, to].some((part) => part === "import-worker" || part === "call-encryption") || from === "model")
      )
        return true;
      const name = target.replace(/^web\/|\.tsx?$/g, "");
      return !(to === "roots" ? beside[from]?.includes(name) : below[from]?.includes(to));
    });
    expect(upward).toEqual([]);
  });

  test("is imported by the server only for its icon and styles", () => {
    const taken = withImports.filter(({ target }) => target.startsWith("web/")).map(({ target }) => target);
    expect(taken.filter((target) => !/^web\/(icon\.svg|style\/[a-z-]+\.css)$/.test(target))).toEqual([]);
  });
});

describe("code conventions", () => {
  const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  const offenders = (pattern: RegExp, allowed: (path: string) => boolean) =>
    Object.entries(files)
      .filter(([path, text]) => !allowed(path) && pattern.test(code(text)))
      .map(([path]) => path);

  describe("SQL statements", () => {
    const owners = new Map(
      Object.entries(files).flatMap(([path, text]) =>
        [...text.matchAll(/CREATE TABLE (\w+)/g)].flatMap(([, table = ""]) => {
          const owner = featureOf(path);
          return owner === undefined ? [] : [[table, owner] as const];
        }),
      ),
    );
    /**
     * The tables of other features that a file's statements read or write. An upper half shares the tables of its lower
     * half.
     */
    const named = (path: string, pattern: RegExp): string[] => {
      const text = code(files[path] ?? "");
      const own = new Set([...text.matchAll(/(\w+)(?: \([^)]*\))? AS \(/g)].map(([, name]) => name));
      const found = [...text.matchAll(pattern)].map(([, table = ""]) => table).filter((table) => !own.has(table));
      const feature = featureOf(path) ?? "";
      return [...new Set(found)].filter((table) => {
        const owner = owners.get(table);
        return owner !== undefined && owner !== feature && !feature.startsWith(`${owner}/`);
      });
    };
    const ofFeatures = Object.keys(files).filter((path) => path.startsWith("features/"));
    const all = (pattern: RegExp) =>
      Object.fromEntries(
        ofFeatures
          .map((path) => [path, named(path, pattern).sort()] as const)
          .filter(([, tables]) => tables.length > 0),
      );

    test("write only tables of their own feature", () => {
      expect(owners.size).toBeGreaterThan(100);
      expect(
        all(/(?:\b(?:INTO|UPDATE(?: OR \w+)?|DELETE FROM|DROP TABLE(?: IF EXISTS)?)\s+|\bdeletionByMessages\(")(\w+)/g),
      ).toEqual({});
    });

    test("read only tables of their own feature, except for listed joins", () => {
      const inD1 = "D1 has no features: one query answers for a page, whoever's tables they are";
      const byMessage = "finds the messages of a place by the index of messages, of which there can be millions";
      const byFilter = "finds a page of what fits a filter of the caller's, among all accounts or groups";
      const counted = "counts rows of the whole organization at once";
      const joined: Readonly<Record<string, readonly [reason: string, tables: string]>> = {
        "features/messages/boards/archive.ts": [byMessage, "message_index topics"],
        "features/messages/calls/rows.ts": [byMessage, "message_index"],
        "features/messages/edit-history/index.ts": [inD1, "messages"],
        "features/messages/core/fetch/held-page.ts": [byMessage, "message_index topics"],
        "features/messages/core/narrow/conditions.ts": [inD1, "reactions"],
        "features/messages/core/narrow/page.ts": [inD1, "submessages users"],
        "features/messages/core/narrow/side-queries.ts": [inD1, "submessages users"],
        "features/messages/core/read-state/rows.ts": [byMessage, "message_index topics"],
        "features/messages/core/store/change-rows.ts": [byMessage, "message_index"],
        "features/messages/core/store/rows.ts": [byMessage, "channels message_hours topics"],
        "features/messages/core/store/upload-rows.ts": [
          byMessage,
          "attachment_claims conversation_members message_index",
        ],
        "features/messages/reactions/rows.ts": [byMessage, "message_index"],
        "features/server/email-digest/busiest.ts": [counted, "message_index"],
        "features/server/account-erasure/rows.ts": [inD1, "messages"],
        "features/server/consistency-check/endpoints.ts": [inD1, "messages"],
        "features/server/organization-setup/organization-id.ts": [inD1, "messages users"],
        "features/trust/legal-holds/rows.ts": [
          "copies rows, of which there can be a thousand at once",
          "messages presses submessages",
        ],
        "features/trust/scim/groups/rows.ts": [byFilter, "group_members user_groups"],
        "features/trust/scim/user-resources/rows.ts": [byFilter, "group_members user_groups users"],
        "features/server/statistics/rows.ts": [
          counted,
          "channels conversations message_hours message_index system_bots users",
        ],
      };
      const tables = Object.entries(joined).map(([path, [, read]]) => [path, read.split(" ")]);
      expect(
        all(/(?:\b(?:FROM|JOIN)\s+|\bfrom: [`"]|\b(?:ofMessages|ownedArchive|storedSecret|tableArchive)\(")(\w+)/g),
      ).toEqual(Object.fromEntries(tables));
    });
  });

  test("stored JSON is parsed through a schema", () => {
    // JSON that the Worker itself sends, signs or is configured with. Foreign JSON is parsed in one place, which counts
    // its values first.
    const sent = [
      ...["rpc/realm-call.ts", "http/ask-queue.ts", "rpc/relay-frames.ts", "rpc/call-room-port.ts"],
      ...["features/people/sessions/json-web-token.ts", "features/messages/call-providers/big-blue-button.ts"],
      "mcp/request-state.ts",
      "util/foreign-json.ts",
    ];
    const allowed = (path: string) => path === "database/stored.ts" || sent.includes(path) || path.startsWith("web/");
    expect(offenders(/\bJSON\.parse\(/, allowed)).toEqual([]);
    // A body that was read with a limit is a string or bytes.
    expect(offenders(/\bnew Response\((?:[^()]|\([^()]*\))*\)\.json\(/, (path) => path.startsWith("web/"))).toEqual([]);
  });

  test("socket attachments list their fields one by one, so that no undeclared field is stored", () => {
    const kept = Object.values(files).flatMap((text) => text.match(/\.serializeAttachment\([^;]*;/g) ?? []);
    expect(kept.length).toBeGreaterThan(1);
    for (const call of kept) expect(call).toMatch(/^\.serializeAttachment\(\{[^;]*\} satisfies \w+\);$/);
    expect(kept.filter((call) => call.includes("..."))).toEqual([]);
  });

  test("only util/clock.ts reads the system clock", () => {
    expect(offenders(/\bDate\.now\(\)|new Date\(\)/, (path) => path === "util/clock.ts")).toEqual([]);
  });

  test("Math.random is never used", () => {
    expect(offenders(/Math\.random/, () => false)).toEqual([]);
  });

  test("only data files are longer than 500 lines", () => {
    const long = Object.entries({ ...files, ...local }).filter(
      ([path, text]) => text.split("\n").length > 500 && !/languages\.ts$/.test(path),
    );
    expect(long.map(([path]) => path)).toEqual([]);
  });
});

test("hook names are unique", () => {
  const declared = Object.values(files).flatMap((text) =>
    [...text.matchAll(/\bhook<[\s\S]*?>\(\s*"([^"]+)",?\s*\)/g)].map((match) => match[1]),
  );
  expect(declared.length).toBeGreaterThan(10);
  expect(new Set(declared).size).toBe(declared.length);
});

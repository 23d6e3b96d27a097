import { describe, expect, test } from "vitest";
import { integrations } from "../../../../src/features/integrations/incoming-webhooks/integrations.ts";
import { isSigned, signatureOf } from "../../../../src/features/integrations/incoming-webhooks/signature.ts";
import { presets } from "../../../../src/features/integrations/incoming-webhooks/template/presets.ts";
import { seconds } from "../../../../src/util/time.ts";
import {
  categoryOf,
  type Integration,
  offersOf,
  signedHeaders,
} from "../../../../src/web/model/integrations/integration.ts";
import { serviceMarks } from "../../../../src/web/views/settings/integrations/service-marks.ts";
import { integrationsWords } from "../../../../src/web/words/settings/integrations/integrations.ts";
import { servicesWords } from "../../../../src/web/words/settings/integrations/services.ts";
import { realm } from "../../../support/organization.ts";

/** The integrations as clients get them. */
async function told(): Promise<readonly Integration[]> {
  const { noah } = await realm();
  return (await noah.ok(noah.get("/integrations"))).integrations;
}

describe("the web client's integration gallery", () => {
  test("has names and hints for each option that integrations read", async () => {
    const options = new Set((await told()).flatMap(({ name, options }) => (name === "template" ? [] : options)));
    const { optionNames, optionHints } = integrationsWords();
    expect(Object.keys(optionNames).sort()).toEqual([...options].sort());
    expect(Object.keys(optionHints).sort()).toEqual([...options].sort());
  });

  test("lists each integration and preset once, in one category, with a description", async () => {
    const names = offersOf(await told(), presets).map(({ name }) => name);
    const ready = new Set([...integrations, ...presets].map(({ name }) => name));
    expect(names).toHaveLength(ready.size);
    expect(new Set(names).size).toBe(names.length);
    for (const { category } of integrations) expect(categoryOf(category)).toBe(category);
    const services = servicesWords();
    const described = Object.keys(services).sort();
    expect(described, "src/web/words/settings/integrations/services.ts describes each").toEqual([...names].sort());
    for (const { about, where } of Object.values(services)) {
      expect(about.length).toBeGreaterThan(0);
      expect(about.length).toBeLessThanOrEqual(60);
      expect(where).toMatch(/[.]$/);
    }
  });

  test("has a distinct icon for each integration and preset, on a grid of 24", async () => {
    const names = offersOf(await told(), presets).map(({ name }) => name);
    const paths = Object.values(serviceMarks).map(([, path]) => path);
    const drawn = Object.keys(serviceMarks).sort();
    expect(drawn, "src/web/views/settings/integrations/service-marks.ts has each").toEqual([...names].sort());
    expect(new Set(paths).size).toBe(names.length);
    const places = paths.flatMap((path) => [...path.matchAll(/M([\d.]+) ([\d.]+)/g)]).flatMap(([, x, y]) => [x, y]);
    expect(places.length).toBeGreaterThan(200);
    expect(places.map(Number).filter((place) => !(place >= 2 && place <= 22))).toEqual([]);
  });

  test("signs a test delivery as its service does, so that only the right secret accepts it", async () => {
    const now = seconds(1_768_033_800);
    const body = '{"a":"ä"}';
    const signing = (await told()).filter(({ signature }) => signature !== null);
    expect(signing.length).toBeGreaterThan(15);
    for (const { name, signature: form } of signing) {
      if (form === null) continue;
      const headers = new Headers(await signedHeaders({ form, secret: "sesame" }, body, now));
      const own = integrations.find((one) => one.name === name)?.signature;
      const signature = signatureOf({ headers, body, query: new Map(), form: null }, own);
      expect([name, isSigned(signature, "sesame", now), isSigned(signature, "other", now)]).toEqual([
        name,
        true,
        false,
      ]);
    }
  });
});

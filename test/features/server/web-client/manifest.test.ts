import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { realm } from "../../../support/organization.ts";

const icons = Object.keys(import.meta.glob("../../../../src/web/icons/*.png")).map((path) =>
  path.replace("../../../../src/web/icons/", "/static/icons/"),
);

const manifestOf = async (host: string, language: string) => {
  const headers = { Host: host, "Accept-Language": language };
  const response = await exports.default.fetch(`http://${host}/manifest.webmanifest`, { headers });
  return { response, manifest: await response.json<Record<string, unknown>>() };
};

test("the manifest has the organization's name, in the caller's language", async () => {
  const { iris, host } = await realm();
  await iris.ok(iris.patch("/realm", { name: "Lighthouse" }));
  const { response, manifest } = await manifestOf(host, "de-AT,de;q=0.9");
  expect(response.headers.get("content-type")).toBe("application/manifest+json");
  expect(manifest).toMatchObject({
    id: "/",
    name: "Lighthouse",
    short_name: "Lighthouse",
    description: "Nachrichten und Anrufe in Lighthouse",
    lang: "de",
    dir: "ltr",
    share_target: { action: "/share", method: "POST" },
  });
  const shortcuts = manifest["shortcuts"] as { name: string; icons: { src: string }[] }[];
  expect(shortcuts.map(({ name }) => name)).toEqual(["Eingang", "Letzte Unterhaltungen", "Erwähnungen"]);
  const named = [...(manifest["icons"] as { src: string }[]), ...shortcuts.flatMap(({ icons }) => icons)];
  expect(named.map(({ src }) => src).sort()).toEqual(["/static/icon.svg", ...icons].sort());
  expect((await manifestOf(host, "ar")).manifest).toMatchObject({ lang: "ar", dir: "rtl" });
});

test("a host without an organization has no manifest", async () => {
  const { host } = await realm();
  expect((await manifestOf(`nobody.${host}`, "en")).response.status).toBe(404);
});

// Lists the packages of a release: those in its archive, and those bundled into the Worker and the web client. `npm
// sbom` only lists the tree of a checkout, which has bundlers that aren't part of a release.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { COPIED, librariesOf } from "../../src/cli/build-web-client/hashed-file.ts";

/** @typedef {{ version: string, integrity?: string, license?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Entry */

/** @param {string} root @returns {Record<string, Entry>} */
const lockOf = (root) => JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;

/**
 * Returns the folders of packages and all their installed runtime dependencies. Those for other systems aren't
 * installed.
 *
 * @param {string} root
 * @param {readonly string[]} names
 */
export function closureOf(root, names) {
  const lock = lockOf(root);
  const found = new Set(names.map((name) => `node_modules/${name}`));
  for (const path of found) {
    const entry = lock[path];
    if (entry === undefined) throw new Error(`${path} is not in the lock file`);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const place = placeOf(lock, path, name);
      if (place !== undefined && existsSync(join(root, place))) found.add(place);
    }
  }
  return [...found].sort();
}

/**
 * Returns the names and versions of packages, excluding nested ones.
 *
 * @param {string} root
 * @param {readonly string[]} packages
 */
export function versionsOf(root, packages) {
  const lock = lockOf(root);
  const own = packages.filter((path) => path.lastIndexOf("node_modules/") === 0);
  return own.map((path) => [path.slice("node_modules/".length), lock[path]?.version ?? ""]);
}

/**
 * Returns the folder that a package's dependency resolves to: in the package itself, or in the nearest folder above.
 *
 * @param {Record<string, Entry>} lock
 * @param {string} from
 * @param {string} name
 */
function placeOf(lock, from, name) {
  for (let path = from; ; path = path.slice(0, path.lastIndexOf("/node_modules/"))) {
    const place = `${path}/node_modules/${name}`;
    if (lock[place]) return place;
    if (!path.includes("/node_modules/")) break;
  }
  return lock[`node_modules/${name}`] && `node_modules/${name}`;
}

/**
 * Returns the parts of a release with their licenses, in CycloneDX format.
 *
 * @param {string} root
 * @param {readonly string[]} packages folders of the archive
 * @param {{ version: string, commit: string, system: string }} release
 */
export function listOfParts(root, packages, { version, commit, system }) {
  const lock = lockOf(root);
  const built = closureOf(root, librariesOf(root));
  const components = [...new Set([...packages, ...built])].sort().map((path) => {
    const { version, integrity, license } = /** @type {Entry} */ (lock[path]);
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const purl = purlOf(name, version);
    return {
      type: "library",
      "bom-ref": `${purl}#${path}`,
      name,
      version,
      purl,
      scope: "required",
      licenses: [licenseOf(license ?? "NOASSERTION")],
      ...(integrity && {
        hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") }],
      }),
      properties: [
        ...(packages.includes(path) ? [{ name: "parley:part", value: "a folder of the archive" }] : []),
        ...(built.includes(path) ? [{ name: "parley:part", value: "bundled into the Worker or the web client" }] : []),
      ],
    };
  });
  const copied = COPIED.map(({ name, file }) => ({
    type: "library",
    "bom-ref": name,
    name,
    licenses: [{ license: { name: "ISC", text: { content: readFileSync(join(root, file), "utf8") } } }],
  }));
  const purl = purlOf("parley", version);
  const all = [...components, ...copied];
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${uuidOf(`${version} ${commit} ${system.replace("-", " ")}`)}`,
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": purl,
        name: "parley",
        version,
        purl,
        licenses: [{ license: { id: "MIT" } }],
        properties: [{ name: "parley:commit", value: commit }],
      },
    },
    components: all,
    dependencies: [{ ref: purl, dependsOn: all.map((one) => one["bom-ref"]) }],
  };
}

/** @param {string} name @param {string} version */
const purlOf = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version.replace("+", "%2B")}`;

/** @param {string} license an SPDX identifier or expression */
const licenseOf = (license) => (/ /.test(license) ? { expression: license } : { license: { id: license } });

/** Returns a UUID derived from a text, so that the same release always has the same UUID. @param {string} text */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

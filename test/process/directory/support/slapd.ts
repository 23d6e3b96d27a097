import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "../../../../src/cli/os/port.ts";
import { until } from "../../support/processes.ts";
import { freshData } from "../../support/server.ts";
import { type Attributes, BASE, CERTIFICATE, FIRST, READER, type Tree } from "./tree.ts";

/** True if OpenLDAP is installed (Debian: slapd and ldap-utils). It isn't on npm. */
export const hasSlapd =
  spawnSync("/usr/sbin/slapd", ["-VV"]).error === undefined && spawnSync("ldapmodify", ["-VV"]).error === undefined;

const ADMIN = { dn: `cn=admin,${BASE}`, password: "secret of the administrator" };
/** An account with a low size limit (everyone's default is 500). */
export const LIMITED = { dn: `cn=limited,${BASE}`, password: "secret of the limited", most: 3 };

/** Starts OpenLDAP on its own ports and in its own folder. It stops when the test ends. */
export async function slapd(): Promise<Tree> {
  const folder = freshData();
  const [port, securePort] = [await freePort("127.0.0.1", 0), await freePort("127.0.0.1", 0)];
  mkdirSync(join(folder, "database"));
  writeFileSync(
    join(folder, "slapd.conf"),
    `${["core", "cosine", "inetorgperson"].map((name) => `include /etc/ldap/schema/${name}.schema`).join("\n")}
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
moduleload refint
TLSCACertificateFile ${CERTIFICATE.authority}
TLSCertificateFile ${CERTIFICATE.certificate}
TLSCertificateKeyFile ${CERTIFICATE.key}
database mdb
suffix "${BASE}"
rootdn "${ADMIN.dn}"
rootpw "${ADMIN.password}"
directory ${join(folder, "database")}
maxsize 1073741824
dbnosync
index objectClass,entryUUID,pwdAccountLockedTime eq
limits dn.exact="${READER.dn}" size=unlimited
limits dn.exact="${LIMITED.dn}" size=${LIMITED.most} size.prtotal=${LIMITED.most}
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
overlay ppolicy
overlay refint
refint_attributes member manager
`,
  );
  const url = `ldap://127.0.0.1:${port}`;
  const secureUrl = `ldaps://localhost:${securePort}`;
  const child = spawn("/usr/sbin/slapd", [
    ...["-f", join(folder, "slapd.conf"), "-h", `${url} ldaps://127.0.0.1:${securePort}`, "-d", "0"],
  ]);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
  onTestFinished(async () => {
    child.kill();
    await until("slapd has ended", () => child.exitCode !== null || child.signalCode !== null);
  });
  await until("slapd answers", () => {
    if (child.exitCode !== null) throw new Error(`slapd ended: ${said}`);
    return spawnSync("ldapwhoami", ["-x", "-H", url, "-D", ADMIN.dn, "-w", ADMIN.password]).status === 0;
  });
  const tree = new Slapd(url, secureUrl);
  tree.addAll([...FIRST, [LIMITED.dn, limitedAccount]]);
  return tree;
}

const limitedAccount: Attributes = {
  objectClass: ["organizationalRole", "simpleSecurityObject"],
  cn: "limited",
  userPassword: LIMITED.password,
};

class Slapd implements Tree {
  readonly url: string;
  readonly secureUrl: string;

  constructor(url: string, secureUrl: string) {
    this.url = url;
    this.secureUrl = secureUrl;
  }

  addAll(entries: readonly (readonly [dn: string, attributes: Attributes])[]): void {
    this.#modify(entries.map(([dn, attributes]) => [`dn: ${dn}`, "changetype: add", ...linesOf(attributes)]));
  }

  add(dn: string, attributes: Attributes): void {
    this.addAll([[dn, attributes]]);
  }

  set(dn: string, attributes: Attributes): void {
    const changes = Object.entries(attributes).flatMap(([name, value]) => [
      ...[`replace: ${name}`, ...linesOf({ [name]: value }), "-"],
    ]);
    this.#modify([[`dn: ${dn}`, "changetype: modify", ...changes]]);
  }

  rename(dn: string, part: string, below?: string): void {
    const to = below === undefined ? [] : [`newsuperior: ${below}`];
    this.#modify([[`dn: ${dn}`, "changetype: modrdn", `newrdn: ${part}`, "deleteoldrdn: 1", ...to]]);
  }

  remove(dn: string): void {
    this.#modify([[`dn: ${dn}`, "changetype: delete"]]);
  }

  #modify(records: readonly (readonly string[])[]): void {
    const input = records.map((lines) => `${lines.join("\n")}\n`).join("\n");
    const { status, stderr } = spawnSync("ldapmodify", ["-x", "-H", this.url, "-D", ADMIN.dn, "-w", ADMIN.password], {
      input,
      encoding: "utf8",
      maxBuffer: 1e9,
    });
    if (status !== 0) throw new Error(`ldapmodify ended with ${status}: ${stderr}`);
  }
}

const linesOf = (attributes: Attributes): string[] =>
  Object.entries(attributes).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}:: ${Buffer.from(value).toString("base64")}`),
  );

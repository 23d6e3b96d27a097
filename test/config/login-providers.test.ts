import { expect, test } from "vitest";
import { readLoginProviders } from "../../src/config/login-providers.ts";

const CLIENT = { client_id: "id", client_secret: "a long secret" };
const read = (...entries: object[]) =>
  readLoginProviders(JSON.stringify(entries.map((entry) => ({ ...CLIENT, ...entry }))));

test("readLoginProviders uses the configured issuer, or else the one known for the preset", () => {
  const { loginProviders, loginProvidersProblem } = read(
    { preset: "google" },
    { preset: "microsoft", tenant: "0b2a63d4-5d35-4f0e-9f0e-3c1d9f6e6a11" },
    { preset: "gitlab", issuer: "https://git.example.org", id: "git", name: "Our GitLab", sign_up: false },
    { preset: "github" },
    { preset: "okta", issuer: "https://example.okta.com" },
    { preset: "keycloak", issuer: "https://id.example.org/realms/main", organizations: ["", "Sales"] },
  );
  expect(loginProvidersProblem).toBeNull();
  expect(loginProviders.map(({ id, name, method, issuer }) => [id, name, method, issuer])).toEqual([
    ["google", "Google", "Google", "https://accounts.google.com"],
    [
      "microsoft",
      "Microsoft",
      "AzureAD",
      "https://login.microsoftonline.com/0b2a63d4-5d35-4f0e-9f0e-3c1d9f6e6a11/v2.0",
    ],
    ["git", "Our GitLab", "GitLab", "https://git.example.org"],
    ["github", "GitHub", "GitHub", "https://github.com"],
    ["okta", "Okta", "OpenID Connect", "https://example.okta.com"],
    ["keycloak", "Keycloak", "OpenID Connect", "https://id.example.org/realms/main"],
  ]);
  expect(loginProviders[2]?.signsUp).toBe(false);
  expect(loginProviders[5]?.organizations).toEqual(["", "sales"]);
});

test.each([
  [[{ preset: "okta" }], "0: issuer is missing"],
  [[{ preset: "microsoft" }], "0: tenant is missing"],
  [[{ preset: "microsoft", tenant: "common" }], "0.tenant: must be the id of one directory"],
  [[{ issuer: "https://id.example.org" }], "0: id and name are missing, or a preset"],
  [[{ preset: "google" }, { preset: "google" }], "1: another one has the id google"],
  [[{ preset: "google", issuer: "http://id.example.org" }], "0.issuer: must begin with https://"],
  [[{ preset: "google", scope: "email" }], "0.scope: must have openid"],
  [[{ preset: "google", secret: "x" }], "0.secret: Invalid key: Expected never but"],
])("[security 6.11] readLoginProviders reports %j as invalid, and returns no provider", (entries, problem) => {
  expect(read(...entries)).toEqual({ loginProviders: [], loginProvidersProblem: problem });
});

test("[security 6.11] readLoginProviders allows HTTP only on this machine, and ignores invalid lists", () => {
  expect(read({ id: "x", name: "X", issuer: "http://127.0.0.1:9/" }).loginProviders[0]?.issuer).toBe(
    "http://127.0.0.1:9/",
  );
  expect(readLoginProviders("{").loginProviders).toEqual([]);
  expect(readLoginProviders("{}").loginProvidersProblem).not.toBeNull();
  expect(readLoginProviders(undefined)).toEqual({ loginProviders: [], loginProvidersProblem: null });
});

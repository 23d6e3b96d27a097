import { expect, test } from "vitest";
import { readsLevelForm } from "../../src/protocol/client-dialect.ts";

const IN_LEVEL_FORM = [
  "ZulipFlutter",
  "ZulipMobile",
  "ZulipElectron",
  "ZulipTerminal",
  "ZulipPython",
  "zulip-terminal",
];
const IN_OUR_FORM = [
  "website",
  "Parley",
  "curl",
  "python-requests",
  "node-fetch",
  "Go-http-client",
  "My-Zulip",
  "",
  "zuli",
];

test.each(IN_LEVEL_FORM)("[conventions 9] %s gets responses in the feature level's format", (name) =>
  expect(readsLevelForm(name)).toBe(true),
);

test.each(IN_OUR_FORM)("[conventions 9] %j gets responses in the specification's format", (name) =>
  expect(readsLevelForm(name)).toBe(false),
);

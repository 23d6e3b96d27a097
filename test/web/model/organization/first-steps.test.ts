import { expect, test } from "vitest";
import {
  areStepsLeft,
  beginFolded,
  INTRODUCTION,
  stepsDone,
} from "../../../../src/web/model/organization/first-steps.ts";
import { IRIS, sampleState, subscription, user } from "../../support/sample-state.ts";

const unseen = [{ type: "one_time_notice", name: INTRODUCTION }];
const ofOwner = () =>
  sampleState({
    ...{ user_id: IRIS, is_owner: true, onboarding_steps: unseen },
    ...{ realm_users: [user(IRIS, "Iris Owner", { role: 100 })], subscriptions: [subscription(1, "general")] },
    ...{ realm_description: "", realm_icon_source: "G" },
  });

test("stepsDone recognizes completed steps from the organization's state", () => {
  const state = ofOwner();
  expect(stepsDone(state)).toEqual({ describe: false, picture: false, invite: false, channels: false });
  const later = {
    ...state,
    ...{ realm_description: "The port.", realm_icon_source: "U" as const },
    realm_users: [...state.realm_users, user(9, "Nina New")],
    subscriptions: [...state.subscriptions, subscription(2, "quay")],
  };
  expect(areStepsLeft(later)).toBe(false);
});

test("only owners see the first steps, until they dismiss them", () => {
  expect(areStepsLeft(ofOwner())).toBe(true);
  expect(areStepsLeft({ ...ofOwner(), is_owner: false })).toBe(false);
  expect(areStepsLeft({ ...ofOwner(), onboarding_steps: [] })).toBe(false);
});

test("the first steps start collapsed once there are two users and a message", () => {
  const alone = { ...ofOwner(), max_message_id: 2 };
  const together = { ...alone, realm_users: [...alone.realm_users, user(9, "Nina New")] };
  expect(beginFolded(alone)).toBe(false);
  expect(beginFolded({ ...together, max_message_id: -1 })).toBe(false);
  expect(beginFolded(together)).toBe(true);
});

import { expect, test } from "vitest";
import { directConversation, directConversationsOf } from "../../../../src/features/conversations/conversations.ts";
import { findOrCreateTopic, findTopic } from "../../../../src/features/conversations/topics.ts";
import { findUser } from "../../../../src/features/organization/accounts/accounts.ts";
import { changeFullName } from "../../../../src/features/organization/accounts/changes.ts";
import type { ConversationId, UserId } from "../../../../src/protocol/ids.ts";
import { inRealm } from "../../../support/messages.ts";
import { realm } from "../../../support/organization.ts";

test("caches of accounts, topics and conversations follow changes, and drop those that are rolled back", async () => {
  const { noah, mia } = await realm();
  await inRealm(noah, (realm) => {
    const [me, other] = [noah.id as UserId, mia.id as UserId];
    const place = 1 as ConversationId;
    const known = () => ({
      name: findUser(realm, me)?.full_name,
      topic: findTopic(realm, place, "Lunch")?.name,
      directs: directConversationsOf(realm, me).length,
    });
    const change = (topic: string) => {
      const user = findUser(realm, me);
      if (user !== undefined) changeFullName(realm, user, "Somebody Else");
      findOrCreateTopic(realm, place, topic);
      directConversation(realm, [me, other]);
      return known();
    };
    const before = known();
    const after = { name: "Somebody Else", topic: "lunch", directs: before.directs + 1 };
    const undone = () =>
      realm.change(() => {
        expect(change("lunch")).toEqual(after);
        throw new Error("undone");
      });
    expect(undone).toThrow("undone");
    expect(known()).toEqual(before);
    expect(realm.change(() => change("lunch"))).toEqual(after);
    expect(known()).toEqual(after);
    expect(realm.change(() => change("LUNCH"))).toEqual({ ...after, topic: "LUNCH" });
  });
});

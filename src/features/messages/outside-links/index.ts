import { feature } from "../../../feature.ts";
import { isOutsideHook } from "../../../realm/admission-hooks.ts";
import { eventEmittedHook, eventScreenHook, on } from "../../../realm/realm.ts";
import { beforeUnsubscribeHook, channelArchivedHook, channelNarrowedHook } from "../../channels/channels/channels.ts";
import { isUnreadHook, otherMailboxHook } from "../../email/email.ts";
import { isStillInsideHook, mayUploadHook } from "../../files/attachments/hooks.ts";
import {
  accountErasedHook,
  unfinishedLoginsHook,
  userDeactivatedHook,
  userReactivatedHook,
} from "../../organization/accounts/hooks.ts";
import { opensOnlyHook, outsidePeopleHook, seenFromOutsideHook } from "../../organization/accounts/outside-access.ts";
import { settingStoredHook } from "../../organization/organization-settings/hooks.ts";
import { beforeMembershipChangeHook } from "../../organization/user-groups/hooks.ts";
import { loggedOutHook, sessionsEndedHook } from "../../people/sessions/hooks.ts";
import { gainedBy } from "../calls/gained-access.ts";
import { messageMentionsHook, messagesMovedHook, messagesRemovedHook } from "../core/hooks.ts";
import { topicMovedHook } from "../editing/hooks.ts";
import { forgetAdmissions } from "./devices.ts";
import { announceLinks } from "./emit-links.ts";
import { outsideLinkEndpoints, outsideState } from "./endpoints.ts";
import { entryPage, entrySubmittedPage } from "./entry-page.ts";
import { accessChanged, linkAdded, linkManaged, linkRemoved, linkUpdated } from "./events.ts";
import { keepPages } from "./keep-pages.ts";
import {
  END_TIMER,
  endDueLinks,
  endLinksOf,
  endLinksTo,
  followTopic,
  isAddressOutside,
  isOnlyOpen,
  judgeSoon,
  leave,
  notePresence,
} from "./links.ts";
import { forgetMailbox, mailboxFor } from "./mail.ts";
import {
  afterMoves,
  forgetPeopleOutside,
  forgetSeen,
  isInside,
  peopleOutside,
  seenThrough,
  showSender,
} from "./outside-people.ts";
import { deleteAdmissionsOf, deleteDevicesOf, forgetPerson, schema } from "./rows.ts";
import { screenEvent } from "./screen-events.ts";

/** Events of changes that can take away a user's permission to create links. */
const CHANGES = new Set(["stream/update", "realm/update_dict"]);

/**
 * Links that let people without an account take part in one channel, or in one of its topics. Each person gets a guest
 * account, which is restricted at a lower level than all other checks: endpoints are closed to it unless they are
 * `outside`, other channels don't exist for it (`isClosedTo`), reads stay within the topic (`onlyTopicOf`), and only
 * the events of `screen-events.ts` reach it.
 */
export const outsideLinks = feature({
  name: "outside-links",
  schema,
  personal: {
    outside_devices: { user: "user_id" },
    outside_mailboxes: { user: "user_id" },
    outside_admissions: { user: "user_id" },
  },
  archive: {
    leftOut: {
      outside_links: "of the server: the links name it",
      outside_devices: "of the moment",
      outside_admissions: "of the sessions",
      outside_mailboxes: "of the links: who stays gets emails at the address of their account",
      outside_people: "of the links: the accounts are there, deactivated",
    },
  },
  endpoints: outsideLinkEndpoints,
  pages: [entryPage, entrySubmittedPage, ...keepPages],
  events: [linkAdded, linkUpdated, linkRemoved, linkManaged, accessChanged],
  state: [outsideState],
  handlers: [
    on(isOutsideHook, (realm, user) => peopleOutside(realm).has(user)),
    on(outsidePeopleHook, peopleOutside),
    on(seenFromOutsideHook, seenThrough),
    on(opensOnlyHook, isOnlyOpen),
    on(mayUploadHook, (realm, { user_id }) => peopleOutside(realm).get(user_id)?.can_upload !== false),
    on(isStillInsideHook, isInside),
    on(eventScreenHook, screenEvent),
    on(isUnreadHook, isAddressOutside),
    on(otherMailboxHook, mailboxFor),
    on(messageMentionsHook, showSender),
    on(topicMovedHook, followTopic),
    on(messagesMovedHook, afterMoves),
    on(messagesRemovedHook, forgetSeen),
    on(userDeactivatedHook, (realm, user) => {
      endLinksOf(realm, user.id);
      forgetMailbox(realm, user.id);
      deleteAdmissionsOf.run(realm.sql, { user: user.id });
      notePresence(realm, user, "removed");
    }),
    on(userReactivatedHook, (realm, user) => notePresence(realm, user, null)),
    on(accountErasedHook, (realm, { id: user }) => {
      for (const each of forgetPerson) each.run(realm.sql, { user });
      forgetPeopleOutside(realm);
    }),
    on(loggedOutHook, leave),
    on(sessionsEndedHook, forgetAdmissions),
    on(unfinishedLoginsHook, (realm, user) => deleteDevicesOf.run(realm.sql, { user })),
    on(channelArchivedHook, endLinksTo),
    on(channelNarrowedHook, endLinksTo),
    // Whether a link can stay open depends on its creator's role and groups, on settings, and on the channel.
    on(beforeUnsubscribeHook, judgeSoon),
    on(settingStoredHook, judgeSoon),
    on(beforeMembershipChangeHook, (realm) => () => judgeSoon(realm)),
    on(eventEmittedHook, (realm, event) => {
      // A `realm` event can mean, for example, that everyone now logs in at one service.
      if (CHANGES.has(`${event.kind.type}/${event.kind.op}`)) judgeSoon(realm);
      const gained = gainedBy(event);
      if (gained !== undefined) announceLinks(realm, gained);
    }),
  ],
  timers: { [END_TIMER]: ({ realm }) => endDueLinks(realm) },
});

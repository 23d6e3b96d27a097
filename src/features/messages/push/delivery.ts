import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type MessageIndexRow, placeOfMessage } from "../../conversations/conversations.ts";
import { isDeactivated } from "../../organization/realm/closing.ts";
import { findUser } from "../../organization/users/users.ts";
import { findMessageInRealm } from "../messages/store/stored-content.ts";
import type { StoredMessage } from "../messages/store/stored-message.ts";
import type { Alert } from "./candidates.ts";
import { activeDevicesOf } from "./devices.ts";
import type { SealedPush } from "./encrypted-push.ts";
import { noticeOf } from "./notification.ts";
import { Form } from "./owners.ts";
import { openMessage, openWithdrawal, sealedMessage, sealedWithdrawal } from "./payloads.ts";
import type { OpenPush } from "./plain-push.ts";
import { type Entry, withdrawnFrom } from "./queue.ts";
import { isUnreadBy, noteShown } from "./removals.ts";
import { tokensOf } from "./tokens.ts";

/** What is told to the devices of one person, as far as it is worth telling still. */
export interface Parcel {
  readonly alert: Alert;
  readonly sealed: readonly SealedPush[];
  readonly open: readonly OpenPush[];
  /** What it takes back. */
  readonly withdrawn: readonly MessageId[];
}

/** What devices are told now: nothing of what has been read, deleted or closed meanwhile. Within a change. */
export function parcelsOf(realm: Realm, { message_id }: Entry, alerts: readonly Alert[]): Parcel[] {
  if (message_id === null) return alerts.flatMap((alert) => withdrawalParcel(realm, alert) ?? []);
  if (isDeactivated(realm)) return [];
  const place = placeOfMessage(realm, message_id);
  const row = place && findMessageInRealm(realm, place);
  if (place === undefined || row === undefined) return [];
  return alerts.flatMap((alert) => messageParcel(realm, alert, place, row) ?? []);
}

function messageParcel(realm: Realm, alert: Alert, place: MessageIndexRow, row: StoredMessage): Parcel | undefined {
  const { user } = alert;
  if (findUser(realm, user)?.is_active !== 1 || !isUnreadBy(realm, user, place)) return undefined;
  const notice = noticeOf(realm, row, alert);
  const parcel = packed(realm, alert, {
    isUrgent: true,
    withdrawn: [],
    sealed: () => sealedMessage(realm, user, notice),
    open: () => openMessage(realm, user, notice),
  });
  if (parcel.sealed.length + parcel.open.length > 0) noteShown(realm, user, place.id);
  return parcel;
}

function withdrawalParcel(realm: Realm, alert: Alert): Parcel | undefined {
  const withdrawn = withdrawnFrom(realm, alert.user);
  if (withdrawn.length === 0) return undefined;
  return packed(realm, alert, {
    isUrgent: false,
    withdrawn,
    sealed: () => sealedWithdrawal(realm, alert.user, withdrawn),
    open: () => openWithdrawal(realm, alert.user, withdrawn),
  });
}

interface Contents {
  readonly isUrgent: boolean;
  readonly withdrawn: readonly MessageId[];
  readonly sealed: () => object;
  readonly open: () => OpenPush["payloads"];
}

function packed(realm: Realm, alert: Alert, { isUrgent, withdrawn, sealed, open }: Contents): Parcel {
  const { user, forms } = alert;
  const devices = (forms & Form.sealed) === 0 ? [] : activeDevicesOf(realm, user);
  const tokens = (forms & Form.open) === 0 ? [] : tokensOf(realm, user);
  return {
    alert,
    withdrawn,
    sealed: devices.map((device) => ({ device, payload: sealed(), isUrgent })),
    open: tokens.length === 0 ? [] : [{ user, tokens, payloads: open(), isUrgent }],
  };
}

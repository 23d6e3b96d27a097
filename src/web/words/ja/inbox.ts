import type { Translation } from "../catalog.ts";
import { number } from "../format.ts";
import type { inboxWords } from "../inbox.ts";

export const inbox: Translation<typeof inboxWords> = {
  title: "受信箱",
  summary: (unread, mine) =>
    mine === 0 ? `未読 ${number(unread)} 件` : `未読 ${number(unread)} 件、あなた宛て ${number(mine)} 件`,
  conversations: (count) => `${number(count)} 件の会話`,
  forYou: "あなた宛て",
  markAll: "すべて既読にする",
  markRead: "既読にする",
  allRead: "未読はありません",
  allReadText: "新しいメッセージはここに表示されます。",
  browse: "チャンネルを探す",
  recent: "最近の会話",
  older: "これより古い未読メッセージもあります。",
  undo: (count) => `${number(count)} 件のメッセージを既読にしました`,
  open: "開く",
  nextUnread: "次の未読",
  unreadIn: (name, count, isMentioned) =>
    `${name}、未読メッセージ ${number(count)} 件${isMentioned === true ? "、あなたへのメンションあり" : ""}`,
};

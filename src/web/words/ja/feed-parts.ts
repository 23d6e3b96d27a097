import type { Translation } from "../catalog.ts";
import type { emptyFeedWords, jumpsWords } from "../feed-parts.ts";
import { number } from "../format.ts";

export const jumps: Translation<typeof jumpsWords> = {
  latest: "最新へ移動",
  unreadAbove: (count) => `上に未読 ${number(count)} 件`,
  newBelow: (count) => `新着メッセージ ${number(count)} 件`,
  nothingLeft: {
    topic: "未読のトピックはもうありません。",
    followed: "フォロー中の未読トピックはもうありません。",
    direct: "未読のダイレクトメッセージはもうありません。",
    any: "未読のメッセージはもうありません。",
  },
};

export const emptyFeed: Translation<typeof emptyFeedWords> = {
  topic: { title: "まだ何もありません", hint: "このトピックに最初のメッセージを送りましょう。" },
  isNow: (topic) => `このトピックは現在「${topic}」です`,
  openTopic: "トピックを開く",
  channel: { title: "まだ何もありません", hint: "このチャンネルの最初のトピックを始めましょう。" },
  direct: { title: "まだ何もありません", hint: "メッセージを送って会話を始めましょう。" },
  self: { title: "自分用メモ", hint: "メモ、リンク、ToDo を書き留められます。自分だけに表示されます。" },
  directs: { title: "ダイレクトメッセージはまだありません", hint: "X キーを押すとメッセージを送れます。" },
  combined: {
    title: "メッセージはまだありません",
    hint: "参加中のすべてのチャンネルとダイレクトメッセージがここに表示されます。",
  },
  mentions: { title: "メンションはまだありません", hint: "あなたがメンションされると、ここに表示されます。" },
  starred: {
    title: "スター付きメッセージはありません",
    hint: "メッセージにスターを付けると、後でここから見つけられます。",
  },
  reactions: {
    title: "リアクションはまだありません",
    hint: "リアクションが付いた自分のメッセージがここに表示されます。",
  },
  search: { title: "結果はありません", hint: "別の言葉で検索するか、フィルターを減らしてください。" },
};

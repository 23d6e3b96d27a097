import type { Translation } from "../catalog.ts";
import type { recentWords } from "../recent.ts";

export const recent: Translation<typeof recentWords> = {
  title: "最近の会話",
  find: "会話を検索",
  filters: "フィルター",
  unread: "未読",
  participated: "参加した会話",
  muted: "ミュート中を含む",
  kind: "種類",
  all: "すべて",
  topics: "トピック",
  directs: "ダイレクト",
  latestOf: (names) => `最近の発言：${names}`,
  more: "以前の会話を読み込む",
  loading: "会話を読み込み中…",
  failed: "会話を読み込めませんでした。",
  none: { title: "一致する会話はありません", text: "フィルターに一致する最近の会話はありません。" },
  empty: { title: "会話はまだありません", text: "最新の会話がここに表示されます。" },
  clear: "フィルターをクリア",
  followed: "フォロー中",
};

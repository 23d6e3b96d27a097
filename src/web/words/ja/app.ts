import type { appWords, errorsWords, partsWords } from "../app.ts";
import type { Translation } from "../catalog.ts";
import { number } from "../format.ts";

export const app: Translation<typeof appWords> = {
  loading: "読み込み中…",
  retry: "再試行",
  back: "戻る",
  close: "閉じる",
  cancel: "キャンセル",
  save: "保存",
  done: "完了",
  undo: "元に戻す",
  more: "その他",
  copy: "コピー",
  copied: "コピーしました",
  delete: "削除",
  edit: "編集",
  skip: "メインコンテンツへ移動",
  details: "詳細",
  partMissing: "このページを読み込めませんでした",
  partMissingReason: "オフラインになっているか、サーバーが更新された可能性があります。",
  reload: "ページを再読み込み",
};

export const errors: Translation<typeof errorsWords> = {
  unreachable: "サーバーに接続できません。データは失われていません。しばらくしてからもう一度お試しください。",
  unknown: "問題が発生しました。データは失われていません。もう一度お試しください。",
};

export const parts: Translation<typeof partsWords> = {
  justNow: "たった今",
  dayAndTime: (day, time) => `${day} ${time}`,
  unread: (count) => `未読 ${number(count)} 件`,
  mentioned: (count) => `未読 ${number(count)} 件、あなたへのメンションあり`,
  presence: { active: "アクティブ", idle: "離席中", offline: "オフライン", bot: "ボット" },
  overlays: "メニューとカード",
  keyCaps: {
    control: "Ctrl",
    alt: "Alt",
    shift: "Shift",
    Escape: "Esc",
    Enter: "Enter",
    Space: "スペース",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    PageUp: "Page Up",
    PageDown: "Page Down",
    Home: "Home",
    End: "End",
  },
};

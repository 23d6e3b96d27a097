import type { Translation } from "../../../catalog.ts";
import { number } from "../../../format.ts";
import type { preferencesWords, savedSnippetsWords, uploadedFilesWords } from "../../../settings/own/preferences.ts";

export const preferences: Translation<typeof preferencesWords> = {
  rows: {
    theme: "テーマ",
    density: "表示密度",
    letterKeys: "1 文字ショートカット",
    default_language: "言語",
    timezone: "タイムゾーン",
    twenty_four_hour_time: "24 時間表示",
    web_home_view: "ホーム画面",
    web_channel_default_view: "チャンネルを開いたときの表示",
    web_mark_read_on_scroll_policy: "スクロールでメッセージを既読にする",
    web_font_size_px: "文字の大きさ",
    web_line_height_percent: "行間",
    fluid_layout_width: "ウィンドウの幅いっぱいに表示",
    emojiset: "絵文字",
    web_animate_image_previews: "アニメーション画像の再生",
    display_emoji_reaction_users: "リアクションに名前を表示",
    receives_typing_notifications: "ほかの人の入力中を表示",
    web_escape_navigates_to_home_view: "Esc キーでホーム画面へ移動",
    enter_sends: "Enter キーで送信",
    web_navigate_to_sent_message: "送信後に会話へ移動",
    translate_emoticons: "顔文字を絵文字に変換",
    enable_drafts_synchronization: "下書きをデバイス間で同期",
    web_left_sidebar_show_channel_folders: "チャンネルをフォルダー別に表示",
    demote_inactive_streams: "非アクティブなチャンネルを分けて表示",
    starred_message_counts: "スター付きメッセージの件数を表示",
    desktop_icon_count_display: "タイトルとアイコンの未読バッジ",
  },
  hints: {
    timezone: "ほかの人にあなたの現地時間が表示されます。",
    web_mark_read_on_scroll_policy: "手動での既読・未読の切り替えはいつでもできます。",
    display_emoji_reaction_users: "リアクションした人が少ない場合に表示し、多い場合は人数を表示します。",
    enter_sends: "オフにすると、Enter で改行し、Ctrl+Enter で送信します。",
    translate_emoticons: "送信時に :) や <3 などを変換します。",
    demote_inactive_streams: "最近メッセージのないチャンネルです。",
  },
  options: {
    web_home_view: { inbox: "受信箱", recent_topics: "最近の会話", all_messages: "統合フィード" },
    web_channel_default_view: { 2: "チャンネルフィード", 3: "トピック一覧" },
    web_mark_read_on_scroll_policy: { 1: "常に", 2: "会話の表示でのみ", 3: "しない" },
    web_font_size_px: {
      12: "最小",
      13: "とても小さい",
      14: "小さい",
      15: "少し小さい",
      16: "標準",
      17: "少し大きい",
      18: "大きい",
      19: "とても大きい",
      20: "最大",
    },
    web_line_height_percent: {
      120: "最も狭い",
      130: "狭い",
      140: "標準",
      150: "広い",
      160: "とても広い",
      180: "最も広い",
    },
    emojiset: { google: "画像", text: "名前" },
    web_animate_image_previews: { always: "常に", on_hover: "ポイントしたとき", never: "しない" },
    demote_inactive_streams: { 1: "チャンネルが多い場合", 2: "常に", 3: "しない" },
    desktop_icon_count_display: {
      1: "すべての未読メッセージ",
      2: "ダイレクトメッセージ、メンション、フォロー中のトピック",
      3: "ダイレクトメッセージとメンション",
      4: "なし",
    },
  },
  device: "このデバイス",
  deviceHint: "このブラウザーにのみ保存されます。",
  place: "言語と時刻",
  reading: "閲覧",
  writing: "入力",
  sidebar: "サイドバー",
  themes: { system: "システムに合わせる", light: "ライト", dark: "ダーク" },
  densities: { comfortable: "標準", compact: "コンパクト" },
  letterKeysHint: "音声入力を使う場合や、誤ってキーを押してしまう場合は、オフにしてください。",
  languageHint: "ページが再読み込みされます。",
  noTimezone: "未設定",
};

export const savedSnippets: Translation<typeof savedSnippetsWords> = {
  rows: {
    add: "新しい定型文",
  },
  hint: "よく送る文章です。Ctrl+' で挿入できます。",
  removed: (title) => `「${title}」を削除しました`,
};

export const uploadedFiles: Translation<typeof uploadedFilesWords> = {
  rows: { search: "ファイルを検索", order: "並び順" },
  none: "ファイルはありません",
  noneText: "共有したファイルと、それを含むメッセージがここに表示されます。",
  nothingFound: "一致するファイルはありません",
  sum: (count, size) => `${number(count)} 個のファイル、合計 ${size}`,
  space: "組織のストレージ",
  ofQuota: (used, quota) => `組織のファイルは ${quota} のうち ${used} を使用しています。`,
  orders: {
    newest: "新しい順",
    oldest: "古い順",
    largest: "大きい順",
    smallest: "小さい順",
    name: "名前順",
  },
  inNone: "メッセージで未使用",
  inMessages: (count) => `${number(count)} 件のメッセージで使用`,
  remove: (name) => `${name} を削除`,
  removeAsk: (name) => `${name} を削除しますか？`,
  removeText: (count) =>
    count === 0
      ? "復元することはできません。"
      : `${number(count)} 件のメッセージにあるリンクが使えなくなります。ファイルを復元することはできません。`,
  removed: (name) => `${name} を削除しました`,
};

import type { Translation } from "../../../catalog.ts";
import { number } from "../../../format.ts";
import type { statisticsWords } from "../../../settings/organization/statistics.ts";
import { utcDay, utcDays } from "../../../time.ts";

export const statistics: Translation<typeof statisticsWords> = {
  rows: { period: "期間" },
  periods: { 30: "30 日", 90: "90 日", 365: "1 年", 731: "2 年" },
  counting: "過去のメッセージをまだ集計しています。後でもう一度確認してください。",
  people: "メンバー",
  peopleDetail: (guests, bots) => `うちゲスト ${number(guests)} 人、ほかにボット ${number(bots)} 個`,
  activeToday: "今日のアクティブ",
  activeDetail: (week, month) => `7 日間で ${number(week)} 人、30 日間で ${number(month)} 人`,
  channels: "チャンネル",
  channelsDetail: (closed, archived) =>
    `うちプライベート ${number(closed)} 件、ほかにアーカイブ済み ${number(archived)} 件`,
  sent: "送信されたメッセージ（全期間）",
  files: "アップロードされたファイル",
  database: "データベース",
  active: "アクティブな人",
  activeHint: "クライアントを使うか、メッセージを送った人です。日付は UTC です。",
  highest: "複数日をまとめた棒は、最も多い日を示します。",
  within: "期間",
  withins: { day: "1 日", week: "7 日", month: "30 日" },
  activeChart: (within, most) => `アクティブな人、期間：${within}。最大 ${number(most)} 人。`,
  messages: "メッセージ",
  messagesHint: (all, byBots) => `この期間に ${number(all)} 件のメッセージ、うちボットから ${number(byBots)} 件。`,
  messagesChart: (all) => `日別・種類別のメッセージ：合計 ${number(all)} 件。`,
  kinds: {
    public_channels: "公開チャンネル",
    private_channels: "プライベートチャンネル",
    direct: "ダイレクトメッセージ",
    group_direct: "グループダイレクトメッセージ",
  },
  byBots: "ボットから",
  table: "表で表示",
  date: "日付",
  day: utcDay,
  days: utcDays,
};

import type { Translation } from "../../../catalog.ts";
import type { accountWords, privacyWords, profileWords, yourDataWords } from "../../../settings/own/account.ts";
import { rolesFrom } from "../../roles.ts";

export const account: Translation<typeof accountWords> = {
  rows: {
    email: "メールアドレス",
    password: "パスワード",
    role: "ロール",
    deactivate: "自分のアカウントを無効化",
  },
  login: "アカウント",
  changeEmail: "メールアドレスを変更",
  newEmail: "新しいメールアドレス",
  emailHint: "このアドレスに確認用のリンクを送ります。リンクを開くとアドレスが変更されます。",
  emailSent: (address) => `${address} に確認メールを送信しました。`,
  emailLocked: "この組織ではメールアドレスを変更できません。",
  changePassword: "パスワードを変更",
  oldPassword: "現在のパスワード",
  newPassword: "新しいパスワード",
  passwordHint: (length) => `${length} 文字以上。ほかのすべての場所からログアウトされます。`,
  passwordStrength: {
    weak: "推測されやすいパスワードです。関連のない単語をいくつか組み合わせてください。",
    fair: "十分な強度です。",
    strong: "推測されにくいパスワードです。",
  },
  passwordForgotten: "パスワードをお忘れですか？",
  passwordChanged: "パスワードを変更しました。",
  passwordLocked: "この組織ではパスワードによるログインを使用していません。",
  end: "アカウントを無効化",
  deactivateHint: "メッセージは残ります。管理者がアカウントを再び有効にできます。",
  deactivateTitle: "アカウントを無効化しますか？",
  deactivateAsk:
    "すべての場所からログアウトされ、再びログインすることはできません。メッセージは残ります。あなたのボットは無効化されます。",
};

export const privacy: Translation<typeof privacyWords> = {
  rows: {
    presence_enabled: "自分がアクティブであることを表示",
    send_private_typing_notifications: "ダイレクトメッセージの入力中であることを表示",
    send_stream_typing_notifications: "チャンネルで入力中であることを表示",
    send_read_receipts: "既読をほかの人に表示",
    email_address_visibility: "自分のメールアドレスを見られる人",
    hide_address_in_calls: "通話で自分のIPアドレスを隠す",
    allow_private_data_export: "管理者による自分の非公開データのエクスポートを許可",
  },
  hints: { hide_address_in_calls: "通話は中継サーバーを経由し、遅延が増えることがあります。" },
  options: {
    email_address_visibility: {
      1: "ゲストを含む全員",
      2: "ゲストを除く全員",
      5: rolesFrom.moderator,
      3: rolesFrom.administrator,
      4: "なし",
    },
  },
  title: "プライバシー",
  seen: "ほかの人に表示される情報",
  receiptsLocked: "この組織では既読表示を使用していません。",
  relayMissing: "このサーバーには通話用の中継サーバー（TURN）がありません。サーバー管理者が設定できます。",
  relayNeedless: "ここでは通話はメディアサーバーを経由するため、IPアドレスがほかの人に見えることはありません。",
  consent: "管理者によるエクスポート",
  consentHint:
    "許可すると、完全なエクスポートにあなたのプライベートチャンネルとダイレクトメッセージが含まれます。公開データはすべてのエクスポートに含まれます。",
};

export const profile: Translation<typeof profileWords> = {
  rows: {
    full_name: "名前",
    picture: "プロフィール画像",
    fields: "プロフィール項目",
    preview: "プレビュー",
  },
  nameLocked: "この組織では名前を変更できません。",
  pictureLocked: "この組織では画像を変更できません。",
  fieldLocked: "この項目を変更できるのは管理者だけです。",
  upload: "画像をアップロード",
  removePicture: "画像を削除",
  removePictureAsk: "ほかの人にはイニシャルまたは Gravatar が表示されます。",
  noPicture: "ブラウザーはこのファイルを画像として表示できません。",
  pictureSaved: "プロフィール画像を更新しました。",
  pictureRemoved: "プロフィール画像を削除しました。",
  crop: "画像を切り抜く",
  cropHint: "画像をドラッグするか、中央にする位置をクリックするか、矢印キーを使ってください。",
  cropArea: "画像：矢印キーで移動",
  zoom: "サイズ",
  noChoice: "なし",
  required: "この組織では必須です。",
  username: (service) => `${service} でのユーザー名`,
};

export const yourData: Translation<typeof yourDataWords> = {
  rows: {
    collect: "自分のデータをエクスポート",
  },
  file: "自分用のコピー",
  fileHint:
    "保存されている自分の情報をすべて含むファイルです。読むためのページ、プログラム用の JSON、アップロードしたファイルが入ります。1 日 1 回まで。",
  pending: "データを集めています… このページを離れても続きます。",
  failed: "データを集められませんでした。もう一度お試しください。",
  download: "ダウンロード",
  until: "ダウンロード期限：",
};

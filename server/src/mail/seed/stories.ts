import type { SeedRandom } from '#domain/seed/random.ts'
import type { Matter, Story } from './story.ts'
import { csv, pdf, png, textFile } from './attachments.ts'

const money = (random: SeedRandom, least: number, max: number) =>
  `$${(random.int(least * 100, max * 100) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const firstName = (name: string) => name.split(' ')[0] ?? name
const sheet = (random: SeedRandom) =>
  `${random.pick(['A', 'C', 'S', 'E', 'M', 'P'])}${random.int(1, 9)}.${random.int(10, 29)}`

const remarks = [
  'Show the finished floor elevation and the benchmark it is taken from.',
  'The electrical one-line diagram does not match the panel schedule.',
  'Provide the engineer’s seal on every structural sheet.',
  'Impervious cover is stated as 46 % on the cover sheet and 44 % in the table.',
  'Protect the 24 inch live oak with fencing at the drip line before any work.',
  'Clear width of the accessible route is less than 36 inches at the ramp.',
  'State the fire rating of the wall between garage and dwelling.',
  'The plumbing riser lacks the size of the vent stack.',
  'Add the erosion and sedimentation control notes.',
  'Owner’s authorization is signed but not dated.',
]
const documents = [
  'site plan',
  'insurance certificate',
  'owner’s authorization',
  'structural letter',
  'drainage calculation',
  'contractor’s licence',
]

function corrections(matter: Matter, random: SeedRandom): Story {
  const list = Array.from(new Set(Array.from({ length: random.int(3, 5) }, () => random.pick(remarks))))
  const days = random.pick([10, 15, 30])
  return {
    subject: `Corrections required: ${matter.caseNo} ${matter.title}`,
    turns: [
      {
        from: 'authority',
        to: 'staff',
        blocks: [
          'Dear applicant,',
          `The review of ${matter.caseNo} (${matter.title}) is complete. The following must be corrected before the permit can be issued:`,
          { list },
          `Please resubmit within ${days} days. Clouded revisions and a response letter speed up the second review.`,
          `${matter.authority.name}\nPlan reviewer, ${matter.authority.office}`,
        ],
        attachments: [
          pdf(`Review comments ${matter.caseNo}.pdf`, [
            `${matter.authority.office}`,
            `Case ${matter.caseNo}`,
            '',
            ...list.map((line, index) => `${index + 1}. ${line}`),
          ]),
        ],
      },
      {
        from: 'staff',
        to: 'client',
        subject: `${matter.refNo}: the reviewer asks for ${list.length} corrections`,
        blocks: [
          `Hello ${firstName(matter.client.name)},`,
          `the reviewer has ${list.length} remarks on ${matter.title}. Most are small, ${sheet(random)} needs your engineer:`,
          { list },
          `If we have the revised sheets by the end of next week we stay on schedule.`,
          `Regards,\n${matter.staff}`,
        ],
      },
      {
        from: 'client',
        to: 'staff',
        subject: `RE: ${matter.refNo}: the reviewer asks for ${list.length} corrections`,
        blocks: [
          `${firstName(matter.staff)},`,
          `revised sheets attached, all remarks answered. ${random.pick(['The engineer asks whether a wet seal is needed.', 'Item 2 was a drafting error, sorry.', 'Let me know if they want paper copies as well.'])}`,
          `${matter.client.name}\n${matter.client.org}`,
        ],
        attachments: [
          pdf(`${sheet(random)} revised.pdf`, [
            matter.title,
            `Revision ${random.int(1, 3)}`,
            matter.client.org,
          ]),
          textFile(
            'Response letter.txt',
            list.map((line, index) => `${index + 1}. ${line}\n   Corrected.\n`).join('\n'),
          ),
        ],
      },
      {
        from: 'staff',
        to: 'authority',
        blocks: [
          `Dear ${matter.authority.name},`,
          `please find the corrected sheets for ${matter.caseNo}. Every remark is answered in the response letter.`,
          `Kind regards,\n${matter.staff}\nPermit Portal`,
        ],
      },
    ],
  }
}

function invoice(matter: Matter, random: SeedRandom): Story {
  const rows: [string, string][] = [
    ['Plan review', money(random, 120, 900)],
    ['Technology surcharge', money(random, 8, 40)],
    ['Inspection', money(random, 60, 400)],
  ]
  return {
    subject: `Fees due for ${matter.caseNo}`,
    turns: [
      {
        from: 'authority',
        to: 'staff',
        blocks: [
          `Fees have been assessed for ${matter.caseNo}, ${matter.title}.`,
          { rows },
          'Payment is due within 30 days. Unpaid cases are not scheduled for inspection.',
          matter.authority.office,
        ],
        attachments: [
          pdf(`Invoice ${random.int(100_000, 999_999)}.pdf`, [
            'INVOICE',
            matter.caseNo,
            matter.title,
            '',
            ...rows.map(([label, value]) => `${label}  ${value}`),
          ]),
        ],
      },
      {
        from: 'staff',
        to: 'client',
        subject: `${matter.refNo}: fees to pay`,
        blocks: [
          `Hello ${firstName(matter.client.name)},`,
          `the fees for ${matter.title} came in:`,
          { rows },
          'You can pay in the portal under Payments. Once it is booked we ask for the inspection date.',
          matter.staff,
        ],
      },
      {
        from: 'client',
        to: 'staff',
        subject: `RE: ${matter.refNo}: fees to pay`,
        blocks: [
          'Paid this morning, card ending as usual. Can you send me the receipt for our books?',
          matter.client.name,
        ],
      },
    ],
  }
}

function question(matter: Matter, random: SeedRandom): Story {
  const { asked, answer } = random.pick([
    {
      asked: 'Our crew could start on Monday. Is there any chance the permit is out by then?',
      answer:
        'The review is assigned and due on Thursday. Please do not start before the permit is issued: a stop-work order costs more than the week.',
    },
    {
      asked: 'The owner wants to move the driveway by six feet. Does that mean a new application?',
      answer:
        'Six feet is a revision, not a new application. Send us the changed site plan and we file it with the open case.',
    },
    {
      asked: 'Who of us has to be on site for the inspection?',
      answer:
        'One person who can open every room and has the approved plans in hand. The inspector calls half an hour ahead.',
    },
    {
      asked: 'I cannot find the number the city gave us. Could you send it to me?',
      answer: `It is ${matter.caseNo}. You find it in the portal on the permit’s Details tab as authority number.`,
    },
  ])
  return {
    subject: `${matter.title} (${matter.refNo})`,
    turns: [
      {
        from: 'client',
        to: 'staff',
        blocks: [`Hi ${firstName(matter.staff)},`, asked, `Thanks\n${matter.client.name}`],
      },
      {
        from: 'staff',
        to: 'client',
        blocks: [`Hello ${firstName(matter.client.name)},`, answer, `Regards,\n${matter.staff}`],
      },
      ...(random.chance(0.5)
        ? [
            {
              from: 'client',
              to: 'staff',
              blocks: [
                random.pick(['Understood, thank you.', 'Great, that helps.', 'OK. I will tell the owner.']),
                matter.client.name,
              ],
            } as const,
          ]
        : []),
    ],
  }
}

function missing(matter: Matter, random: SeedRandom): Story {
  const list = Array.from(new Set([random.pick(documents), random.pick(documents), random.pick(documents)]))
  return {
    subject: `Documents we still need for ${matter.refNo}`,
    turns: [
      {
        from: 'staff',
        to: 'client',
        cc: 'colleague',
        blocks: [
          `Hello ${firstName(matter.client.name)},`,
          `to submit ${matter.title} we still need:`,
          { list },
          'You can drop the files into the permit in the portal, or answer this mail.',
          matter.staff,
        ],
      },
      {
        from: 'client',
        to: 'staff',
        blocks: ['Here is what we have. The rest follows when the surveyor is back.', matter.client.name],
        attachments: list.map((name) =>
          name === 'site plan'
            ? png('Site plan.png', 96, (x, y) =>
                x % 24 === 0 || y % 24 === 0 || (x > 30 && x < 70 && y > 40 && y < 80) ? 90 : 250,
              )
            : pdf(`${name.charAt(0).toUpperCase()}${name.slice(1)}.pdf`, [
                name.toUpperCase(),
                matter.client.org,
                matter.title,
              ]),
        ),
      },
      {
        from: 'staff',
        to: 'client',
        blocks: ['Received and filed, thank you. We submit as soon as the last one is here.', matter.staff],
      },
    ],
  }
}

function issued(matter: Matter, random: SeedRandom): Story {
  return {
    subject: `Permit issued: ${matter.caseNo}`,
    turns: [
      {
        from: 'authority',
        to: 'staff',
        blocks: [
          'Good news:',
          `${matter.caseNo}, ${matter.title}, has been issued.`,
          {
            rows: [
              ['Case', matter.caseNo],
              ['Valid for', '180 days'],
              [
                'First inspection',
                random.pick(['layout', 'foundation', 'rough electrical', 'tree protection']),
              ],
            ],
          },
          'Keep the permit card and the approved plans on site.',
          matter.authority.office,
        ],
        attachments: [
          pdf(`Permit ${matter.caseNo}.pdf`, [
            'BUILDING PERMIT',
            matter.caseNo,
            matter.title,
            matter.client.org,
          ]),
        ],
      },
      {
        from: 'staff',
        to: 'client',
        subject: `${matter.refNo} is issued`,
        blocks: [
          `Hello ${firstName(matter.client.name)},`,
          `your permit for ${matter.title} is issued, the card is in the portal. It lapses after 180 days without an inspection, so please book the first one early.`,
          matter.staff,
        ],
      },
    ],
  }
}

function inspection(matter: Matter, random: SeedRandom): Story {
  const hour = random.int(8, 14)
  return {
    subject: `Inspection of ${matter.caseNo}`,
    turns: [
      {
        from: 'authority',
        to: 'staff',
        blocks: [
          `An inspector will visit ${matter.title} on the next working day between ${hour}:00 and ${hour + 2}:00.`,
          'Somebody with access to all rooms must be there.',
          matter.authority.office,
        ],
      },
      {
        from: 'staff',
        to: 'colleague',
        subject: `FW: Inspection of ${matter.caseNo}`,
        blocks: [
          `${firstName(matter.colleague)}, can you call ${matter.client.name} about this? They asked for the afternoon.`,
          matter.staff,
        ],
      },
      {
        from: 'colleague',
        to: 'staff',
        subject: `RE: Inspection of ${matter.caseNo}`,
        blocks: [`Done, ${firstName(matter.client.name)} will be there from ${hour}:00.`, matter.colleague],
      },
    ],
  }
}

function handover(matter: Matter, random: SeedRandom): Story {
  return {
    subject: `Please take over ${matter.refNo}`,
    turns: [
      {
        from: 'colleague',
        to: 'staff',
        blocks: [
          `${firstName(matter.staff)},`,
          `I am out from Thursday. ${matter.refNo} (${matter.title}) waits for the second review, ${matter.authority.name} knows about it. ${random.pick(['Nothing to do until they call.', 'The client is nervous, one call a week keeps them calm.', 'Fees are paid.'])}`,
          matter.colleague,
        ],
        attachments: [
          csv(`${matter.refNo} contacts.csv`, [
            ['Name', 'Organization'],
            [matter.client.name, matter.client.org],
            [matter.authority.name, matter.authority.office],
          ]),
        ],
      },
      { from: 'staff', to: 'colleague', blocks: ['Taken. Enjoy the days off.', matter.staff] },
    ],
  }
}

const tellers = { corrections, invoice, question, missing, issued, inspection, handover } as const
const weights = {
  corrections: 4,
  invoice: 3,
  question: 5,
  missing: 4,
  issued: 2,
  inspection: 3,
  handover: 2,
} as const

/** A mail conversation about a permit, three messages long on average. */
export function writeStory(matter: Matter, random: SeedRandom): Story {
  return tellers[random.weighted(weights)](matter, random)
}

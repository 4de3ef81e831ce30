import type { FileVisibility } from '@portal/contract'
import type { SeedPermit } from '#domain/seed/context.ts'
import type { Bytes, SampleFile } from './documents.ts'

export interface SeedLeaf {
  name: string
  bytes: Bytes
  /** Absent: that of its folder. */
  visibility?: FileVisibility
}
export interface SeedFolder {
  name: string
  children: readonly SeedNode[]
  visibility?: FileVisibility
}
export type SeedNode = SeedLeaf | SeedFolder

const folder = (name: string, ...children: readonly SeedNode[]): SeedFolder => ({ name, children })
const sample = (name: string, file: SampleFile): SeedLeaf => ({ name, bytes: { kind: 'sample', file } })
const text = (name: string, ...lines: readonly string[]): SeedLeaf => ({
  name,
  bytes: { kind: 'text', text: `${lines.join('\n')}\n` },
})
const page = (name: string, heading: string, ...lines: readonly string[]): SeedLeaf => ({
  name,
  bytes: { kind: 'page', heading, lines },
})

/** Realistic edge cases: a name of 120 characters, a right-to-left name and one with an emoji. */
export const longName =
  'Structural calculations for the second-floor addition with wind and seismic load combinations, revision C, sealed by.pdf'
const rightToLeftName = 'مخطط الموقع - الطابق الأرضي.pdf'
const emojiName = '🏗️ Crane lift plan.pdf'

const letterhead =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><rect width="240" height="60" fill="#15803d"/><text x="20" y="38" fill="#fff" font-family="sans-serif" font-size="22">Permit Portal</text></svg>'

const checklist = (type: string, ...items: readonly string[]) =>
  page(
    `${type} permit checklist.pdf`,
    `${type} permit: what goes into the package`,
    ...items.map((item, index) => `${index + 1}.  ${item}`),
  )

/** Files of the team folder. */
export const teamTree: readonly SeedNode[] = [
  folder(
    'Checklists',
    checklist(
      'Building',
      'Application form, signed by the owner',
      'Site plan with setbacks',
      'Structural calculations, sealed',
      'Energy compliance report',
    ),
    checklist(
      'Electrical',
      'Application form',
      'One-line diagram',
      'Load calculation',
      'Licence of the master electrician',
    ),
    checklist('Mechanical', 'Application form', 'Equipment schedule', 'Duct layout', 'Manual J calculation'),
    checklist(
      'Plumbing',
      'Application form',
      'Riser diagram',
      'Fixture schedule',
      'Backflow prevention device list',
    ),
    checklist(
      'Oversize load',
      'Route survey',
      'Axle weights and spacing',
      'Insurance certificate',
      'Escort plan',
    ),
  ),
  folder(
    'Fee schedules',
    folder(
      '2025',
      text(
        'Fees 2025.csv',
        'code,description,amount',
        'PLAN_REVIEW,Plan review,412.00',
        'BUILDING,Building permit,688.50',
        'REINSPECTION,Reinspection,75.00',
      ),
    ),
    folder(
      '2026',
      text(
        'Fees 2026.csv',
        'code,description,amount',
        'PLAN_REVIEW,Plan review,428.00',
        'BUILDING,Building permit,712.00',
        'REINSPECTION,Reinspection,80.00',
      ),
      page(
        'What changes in 2026.pdf',
        'Fee schedule 2026',
        'Plan review rises by four per cent.',
        'The reinspection fee is due before the inspector returns.',
      ),
    ),
  ),
  folder(
    'Templates',
    sample('Owner authorization form.pdf', 'libreoffice-form.pdf'),
    text(
      'Cover letter.txt',
      'To the plan review desk',
      '',
      'Enclosed find our application for {address}, file {number}.',
      'Please send corrections to permits@portal.example.',
    ),
    text(
      'Correction response.txt',
      'File {number}, review cycle {cycle}',
      '',
      'Comment 1: addressed on sheet A-101.',
      'Comment 2: see the letter of the structural engineer.',
    ),
    { name: 'Letterhead.svg', bytes: { kind: 'text', text: letterhead } },
  ),
  folder(
    'Training',
    sample('Reading a site plan.pdf', 'multicolumn.pdf'),
    sample('Plan review step by step.pdf', 'pdflatex-4-pages.pdf'),
    sample('Handbook for new colleagues.pdf', 'google-doc-document.pdf'),
    sample('Inspection photographs, how and why.pdf', 'pdflatex-image.pdf'),
  ),
  folder('Pictures', sample('Front office.jpg', 'image.jpg'), sample('Smile.png', 'smile.png')),
  folder('Archive 2024'),
  sample(longName, 'pdflatex-outline.pdf'),
  sample(rightToLeftName, 'minimal-document.pdf'),
  sample(emojiName, 'inline-image.pdf'),
  text(
    'Office hours of the authorities.txt',
    'Plan review desk: Monday to Friday, 8:00 to 16:00',
    'Inspections: call before 15:00 for the next working day',
  ),
]

/** Files of the restricted folder. */
export const restrictedTree: readonly SeedNode[] = [
  folder(
    'Contracts',
    page(
      'Framework agreement.pdf',
      'Framework agreement',
      'Hourly rates hold until the end of next year.',
      'Either side may end the agreement with three months of notice.',
    ),
    sample('Office lease.pdf', 'pdflatex-outline.pdf'),
  ),
  folder(
    'Insurance',
    page(
      'Professional liability 2026.pdf',
      'Professional liability',
      'Insured sum 2,000,000.00 USD',
      'Valid through 31 December 2026',
    ),
    folder('Claims', text('No open claims.txt', 'There are no open claims.')),
  ),
  folder(
    'Personnel',
    text('Holidays 2026.csv', 'name,from,to', 'Team A,2026-12-21,2026-12-31', 'Team B,2026-07-06,2026-07-17'),
  ),
  sample('Board minutes.pdf', 'minimal-document.pdf'),
]

/** Uploads of one organization that belong to no record. They vary by `place`. */
export function uploadsTree(organization: string, place: number): readonly SeedNode[] {
  const insurance = folder(
    'Insurance certificates',
    page(
      'Certificate of liability insurance.pdf',
      'Certificate of liability insurance',
      `Insured: ${organization}`,
      'Each occurrence 1,000,000.00 USD',
    ),
  )
  const photographs = folder(
    'Site photographs',
    sample('North side.jpg', 'image.jpg'),
    sample('Driveway.jpg', 'image.jpg'),
  )
  const variants: readonly (readonly SeedNode[])[] = [
    [
      insurance,
      photographs,
      sample('Signed authorization.pdf', 'libreoffice-form.pdf'),
      text('Gate and access.txt', 'The site gate opens at 7:00. Ask for the foreman.'),
    ],
    [
      photographs,
      sample('Load calculation.pdf', 'minimal-document.pdf'),
      sample('One-line diagram.pdf', 'inline-image.pdf'),
    ],
    [
      insurance,
      sample('Licence of the master plumber.pdf', 'pdflatex-outline.pdf'),
      sample('Meter location.jpg', 'image.jpg'),
      folder('Returned drawings'),
    ],
  ]
  return variants[place % variants.length] ?? []
}

const shared = (node: SeedLeaf): SeedLeaf => ({ ...node, visibility: 'CLIENT' })

/** The files of one permit: some visible to the client, some internal. */
export function permitTree(permit: SeedPermit): readonly SeedNode[] {
  const number = permit.authorityNumber ?? 'not yet given'
  return [
    {
      ...folder(
        'Drawings',
        sample('A-101 Floor plan.pdf', 'pdflatex-4-pages.pdf'),
        sample('S-201 Foundation.pdf', 'multicolumn.pdf'),
      ),
      visibility: 'CLIENT',
    },
    folder(
      'Working papers',
      text('Call notes.txt', `${permit.refNo}: asked the plan review desk for the expected date.`),
      sample('Draft response.pdf', 'minimal-document.pdf'),
    ),
    shared(
      page(
        `Application ${permit.refNo}.pdf`,
        `Application ${permit.refNo}`,
        permit.title,
        `Type: ${permit.permitType}`,
        `Number of the authority: ${number}`,
      ),
    ),
    shared(sample('Site.jpg', 'image.jpg')),
  ]
}

/** Documents the authority sent when it issued the permit. */
export function issuedTree(permit: SeedPermit): readonly SeedNode[] {
  const title = `Permit ${permit.authorityNumber ?? permit.refNo}`
  return [
    page(
      `${title}.pdf`,
      title,
      permit.title,
      `Type: ${permit.permitType}`,
      `Issued: ${permit.issuedDate ?? ''}`,
      `Our file: ${permit.refNo}`,
    ),
  ]
}

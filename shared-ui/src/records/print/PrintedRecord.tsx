import Box from '@mui/material/Box'
import { useLayoutEffect, useRef } from 'react'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { PrintDocument } from '../../print/PrintDocument.tsx'
import { usePrinting } from '../../print/use-printing.ts'
import { valueIn } from '../declaration/added-fields.ts'
import { RecordValue, isEmptyValue } from '../drawer/RecordValue.tsx'
import { sectionsOf } from '../drawer/sections.ts'
import { numberOf, optionOf, titleOf } from '../declaration/record-title.ts'

export interface PrintedRecordProps {
  declaration: Declaration
  record: AnyRecord
  actor: Actor
  /** The open tab where it is another one than Details, and the id of its panel. */
  tab: { label: string; panelId: string } | null
}

/** The open record on paper: all its details that are filled in, then what the open tab shows. */
export function PrintedRecord(props: PrintedRecordProps) {
  return usePrinting() ? <Sheet {...props} /> : null
}

function Sheet({ declaration, record, actor, tab }: PrintedRecordProps) {
  const status = optionOf(declaration.fields['status'], record['status'])?.label
  const sections = sectionsOf(declaration, record, actor)
    // What the portal keeps for itself is no detail for paper.
    .filter(({ isFolded }) => !isFolded)
    .map(({ heading, fields }) => ({
      heading,
      fields: fields.filter(({ name }) => !isEmptyValue(valueIn(record, name))),
    }))
    .filter(({ fields }) => fields.length > 0)
  return (
    <PrintDocument
      title={titleOf(declaration, record)}
      subtitle={[numberOf(declaration, record), status]
        .filter((part) => part !== null && part !== undefined)
        .join(' · ')}
    >
      {sections.map(({ heading, fields }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <Box
            component="dl"
            sx={{
              display: 'grid',
              gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
              gap: '5pt 12pt',
              margin: 0,
              '& > div': { breakInside: 'avoid', overflowWrap: 'anywhere' },
              '& > .is-long': { gridColumn: '1 / -1' },
              '& dt': { fontSize: '8pt' },
              '& dd': { margin: 0, fontWeight: 500, whiteSpace: 'pre-wrap' },
            }}
          >
            {fields.map(({ name, label, declared }) => (
              <div
                key={name}
                className={declared.type === 'longText' || declared.type === 'json' ? 'is-long' : undefined}
              >
                <dt>{label}</dt>
                <dd>
                  <RecordValue declared={declared} value={valueIn(record, name)} />
                </dd>
              </div>
            ))}
          </Box>
        </section>
      ))}
      {tab !== null && <OpenTab {...tab} />}
    </PrintDocument>
  )
}

/**
 * A copy of what the open tab shows, without what one clicks and types into: its panel may belong to another
 * remote.
 */
function OpenTab({ label, panelId }: { label: string; panelId: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const copy = document.getElementById(panelId)?.cloneNode(true)
    if (!(copy instanceof HTMLElement)) return
    for (const element of copy.querySelectorAll(
      'button, input, textarea, .MuiInputBase-root, [role=button], [role=progressbar]',
    ))
      element.remove()
    for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id')
    copy.removeAttribute('role')
    place.current?.replaceChildren(copy)
  }, [panelId])
  return (
    <section>
      <h2>{label}</h2>
      <Box
        ref={place}
        sx={{
          '& > *': { overflow: 'visible !important', padding: '0 !important' },
          '& li': { breakInside: 'avoid' },
        }}
      />
    </section>
  )
}

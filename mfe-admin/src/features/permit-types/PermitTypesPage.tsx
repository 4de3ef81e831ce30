import {
  attributeHeadingEs,
  attributeLabel,
  conditionFields,
  libraryOptions,
  screenLabelOf,
} from '@portal/contract'
import type {
  LibraryAttribute,
  LibraryDocumentType,
  LibraryPart,
  LibraryPermitType,
  PermitLibraryView,
} from '@portal/contract'
import { ErrorPanel, SkeletonTable, configurationAtom, currencyAtom, screenLabelIn } from '@portal/shared-ui'
import { Box, Button, Stack, TableCell, TableRow, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { Fragment, useState } from 'react'
import { agenciesQuery, agencyName } from '../../parts/agencies.queries.ts'
import type { Agency } from '../../parts/agencies.queries.ts'
import { formatCondition } from '../../parts/format-condition.ts'
import { EditCell, WideTable } from '../../parts/WideTable.tsx'
import { AttributeDialog } from './AttributeDialog.tsx'
import { libraryQuery } from './permit-types.queries.ts'
import { t } from './texts.ts'
import { TypeDialog, newTitles } from './TypeDialog.tsx'

const skeletonWidths = [200, 160, 160, 160]

const added = { ...newTitles, attributes: 'newAttribute' } as const

/** A heading with what the part is, and the button that adds to it. */
function Heading({ part, onAdd }: { part: LibraryPart | 'attributes'; onAdd: () => void }) {
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box sx={{ flex: 1, minWidth: 220, maxWidth: 720 }}>
        <Typography variant="h2">{t(part)}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t(`${part}Text`)}</Typography>
      </Box>
      <Button variant="outlined" onClick={onAdd}>
        {t(added[part])}
      </Button>
    </Box>
  )
}

/** The details that permits of some types have. */
function Attributes({ view }: { view: PermitLibraryView }) {
  const [asking, setAsking] = useState<{ attribute: LibraryAttribute | null } | null>(null)
  const words = { fields: conditionFields(view), currency: useAtomValue(currencyAtom) }
  const nameOf = (code: string) => screenLabelIn(libraryOptions(view, 'permitTypes'), code) ?? code
  const { version: _version, ...library } = view
  return (
    <>
      <Heading part="attributes" onAdd={() => setAsking({ attribute: null })} />
      {view.attributes.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('noAttributes')}</Typography>
      ) : (
        <WideTable
          name={t('attributes')}
          head={[t('name'), t('kind'), t('permitTypes'), t('shown'), t('required')]}
        >
          {view.attributes.map((attribute) => (
            <TableRow key={attribute.name} sx={{ verticalAlign: 'top' }}>
              <TableCell component="th" scope="row">
                {screenLabelOf(attributeLabel(attribute), attributeHeadingEs(attribute))}
              </TableCell>
              <TableCell>{t(`kind_${attribute.type}`)}</TableCell>
              <TableCell>{attribute.permitTypes.map(nameOf).join(', ')}</TableCell>
              <TableCell>{formatCondition(attribute.shownWhen, words)}</TableCell>
              <TableCell>{formatCondition(attribute.requiredWhen, words)}</TableCell>
              <EditCell
                label={t('edit')}
                name={t('editAttribute', { label: screenLabelOf(attribute.label, attribute.labelEs) })}
                onClick={() => setAsking({ attribute })}
              />
            </TableRow>
          ))}
        </WideTable>
      )}
      {asking !== null && <AttributeDialog {...asking} library={library} onClose={() => setAsking(null)} />}
    </>
  )
}

interface Asking {
  part: LibraryPart
  type: LibraryPermitType | LibraryDocumentType | null
}

function Library({ view, agencies }: { view: PermitLibraryView; agencies: readonly Agency[] }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const nameOf = (part: LibraryPart, code: string) => screenLabelIn(libraryOptions(view, part), code) ?? code
  const common = (part: LibraryPart, type: LibraryPermitType | LibraryDocumentType) => ({
    name: (
      <TableCell component="th" scope="row">
        {nameOf(part, type.code)}
      </TableCell>
    ),
    state: <TableCell>{t(type.retired ? 'retired' : 'inUse')}</TableCell>,
    edit: (
      <EditCell
        label={t('edit')}
        name={t('editType', { label: nameOf(part, type.code) })}
        onClick={() => setAsking({ part, type })}
      />
    ),
  })
  return (
    <Stack spacing={5} sx={{ flex: 1, minWidth: 0 }}>
      <Heading part="permitTypes" onAdd={() => setAsking({ part: 'permitTypes', type: null })} />
      <WideTable
        name={t('permitTypes')}
        head={[t('name'), t('code'), t('category'), t('agencies'), t('state')]}
      >
        {view.permitTypes.map((type) => {
          const { name, state, edit } = common('permitTypes', type)
          return (
            <TableRow key={type.code}>
              {name}
              <TableCell>{type.code}</TableCell>
              <TableCell>{t(`category_${type.category}`)}</TableCell>
              <TableCell>
                {type.authorities.length === 0
                  ? t('everyAgency')
                  : type.authorities.map((code) => agencyName(agencies, code)).join(', ')}
              </TableCell>
              {state}
              {edit}
            </TableRow>
          )
        })}
      </WideTable>
      <Attributes view={view} />
      {(['documentTypes', 'fees'] as const).map((part) => (
        <Fragment key={part}>
          <Heading part={part} onAdd={() => setAsking({ part, type: null })} />
          <WideTable name={t(part)} head={[t('name'), t('code'), t('state')]}>
            {view[part].map((type) => {
              const { name, state, edit } = common(part, type)
              return (
                <TableRow key={type.code}>
                  {name}
                  <TableCell>{type.code}</TableCell>
                  {state}
                  {edit}
                </TableRow>
              )
            })}
          </WideTable>
        </Fragment>
      ))}
      {asking !== null && (
        <TypeDialog {...asking} library={view} agencies={agencies} onClose={() => setAsking(null)} />
      )}
    </Stack>
  )
}

/** The permit types, document types and fees of the office. */
export function PermitTypesPage() {
  const library = useQuery(libraryQuery(useAtomValue(configurationAtom)?.version))
  const agencies = useQuery(agenciesQuery)
  if (library.data !== undefined && agencies.data !== undefined)
    return <Library view={library.data} agencies={agencies.data} />
  const error = library.error ?? agencies.error
  if (error !== null) {
    const retry = () => {
      void library.refetch()
      void agencies.refetch()
    }
    return <ErrorPanel error={error} title={t('loadFailed')} onRetry={retry} />
  }
  return (
    <Box role="status" aria-label={t('loading')}>
      <SkeletonTable widths={skeletonWidths} />
    </Box>
  )
}

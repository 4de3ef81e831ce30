import type { AffectedPermit, AffectedPermitsPage } from '@portal/contract/requirements-move'
import { Row, Rows, useLibraryLabels } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { formatDifferences, formatPackage } from './format-differences.ts'
import { typeName } from './format-requirements.ts'
import { affectedPerPage } from './move.queries.ts'
import { t } from './texts.ts'

function PermitRow({ permit }: { permit: AffectedPermit }) {
  const labels = useLibraryLabels()
  const { pid, refNo, title, authority, permitType, number, differences, refusal } = permit
  return (
    <Row
      titleId={`affected-${pid}`}
      title={[refNo, title].filter(Boolean).join(' · ')}
      facts={[authority?.title ?? t('noAgency'), typeName(permitType, labels), t('hasVersion', { number })]}
      note={
        <>
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 4, overflowWrap: 'anywhere' }}>
            {formatDifferences(differences, labels).map((line) => (
              <li key={line}>{line}</li>
            ))}
            <li>{formatPackage(permit, labels)}</li>
          </Box>
          {refusal !== null && <Typography sx={{ color: 'error.main' }}>{refusal}</Typography>}
        </>
      }
    />
  )
}

interface AffectedListProps {
  data: AffectedPermitsPage
  isFetching: boolean
  page: number
  onPage: (page: number) => void
}

/** Open permits that change, one by one. */
export function AffectedList({ data, isFetching, page, onPage }: AffectedListProps) {
  const { permits, metadata } = data
  const pages = Math.ceil(metadata.count / affectedPerPage)
  return (
    <Box aria-busy={isFetching} sx={{ opacity: isFetching ? 0.6 : 1 }}>
      <Rows label={t('permitsThatChange')} maxHeight={320}>
        {permits.map((permit) => (
          <PermitRow key={permit.pid} permit={permit} />
        ))}
      </Rows>
      {pages > 1 && (
        <Box
          component="nav"
          aria-label={t('permitPages')}
          sx={{ display: 'flex', alignItems: 'center', gap: 2, paddingTop: 2 }}
        >
          <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('previous')}
          </Button>
          <span>{t('pageOf', { page, pages })}</span>
          <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('next')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

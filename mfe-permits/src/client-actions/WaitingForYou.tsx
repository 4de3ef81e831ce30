import { hasOrgRole } from '@portal/contract'
import { actorAtom, currencyAtom, todayAtom, useLibraryLabels } from '@portal/shared-ui'
import { Alert, Box, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId, useState } from 'react'
import { formatAction, positionFor } from './format-action.ts'
import { openWorkQuery } from './client-actions.queries.ts'
import { toClientActions } from './client-actions.ts'
import { t } from './texts.ts'

/** Number of lines shown initially, so that the table stays visible, on a phone too. */
const maxAtFirst = 3

/** A client's next actions in all of their permits, above the table. */
export default function WaitingForYou() {
  const titleId = useId()
  const actor = useAtomValue(actorAtom)
  const currency = useAtomValue(currencyAtom)
  const today = useAtomValue(todayAtom)
  const { data, error, refetch } = useQuery(openWorkQuery())
  const [showsAll, setShowsAll] = useState(false)
  const labels = useLibraryLabels()
  if (data === undefined && error !== null) {
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}>
        {t('failed')}
      </Alert>
    )
  }
  const actions =
    data === undefined
      ? []
      : toClientActions(data, labels).filter(
          (action) => actor !== null && hasOrgRole(actor, positionFor(action)),
        )
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      aria-busy={data === undefined}
      // The expanded list scrolls, so that the table stays visible.
      sx={{
        flex: 'none',
        maxHeight: '40%',
        overflowY: 'auto',
        paddingInline: 4,
        paddingBlock: 3,
        minHeight: 44,
      }}
    >
      <Typography id={titleId} component="h2" variant="h3">
        {t('title')}
      </Typography>
      {data !== undefined && actions.length === 0 && (
        <Box sx={{ color: 'text.secondary', paddingTop: 1 }}>{t('none')}</Box>
      )}
      <Box
        component="ul"
        sx={{ listStyle: 'none', margin: 0, padding: 0, '&:not(:empty)': { paddingTop: 1 } }}
      >
        {actions.slice(0, showsAll ? undefined : maxAtFirst).map((action) => (
          <Box
            component="li"
            key={action.url}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              columnGap: 2,
              alignItems: 'center',
              minHeight: { xs: 44, sm: 28 },
            }}
          >
            <Box
              component={Link}
              to={action.url}
              sx={{
                fontWeight: 500,
                overflowWrap: 'anywhere',
                color: action.due !== null && action.due < today ? 'error.main' : 'primary.main',
              }}
            >
              {formatAction(action, currency, today)}
            </Box>
            {action.kind !== 'task' && action.permit !== '' && (
              <Box sx={{ color: 'text.secondary' }}>{action.permit}</Box>
            )}
          </Box>
        ))}
      </Box>
      {actions.length > maxAtFirst && (
        <Button
          size="small"
          sx={{ marginInlineStart: -2.5 }}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t('showFewer') : t('showAll', { count: actions.length })}
        </Button>
      )}
    </Box>
  )
}

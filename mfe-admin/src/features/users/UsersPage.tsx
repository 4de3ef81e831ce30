import { collections } from '@portal/contract'
import { RecordPage } from '@portal/shared-ui'
import { Box, Tab, Tabs } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link, useSearchParams } from '@portal/shared-ui/router'
import type { ReactNode } from 'react'
import { usersPath, usersTabAt, usersTabPath, usersTabs } from '../../paths.ts'
import type { UsersTab } from '../../paths.ts'
import { AuditTab } from './AuditTab.tsx'
import { InvitationsTab } from './InvitationsTab.tsx'
import { RequestsTab } from './RequestsTab.tsx'
import { t } from './texts.ts'
import { requestsQuery } from './users.queries.ts'

function contentOf(tab: UsersTab): ReactNode {
  switch (tab) {
    case 'people':
      // /users has no {pid} route: the open record is in the query (contract.md 9).
      return <RecordPage collection={collections.users} label="Users" path={usersPath} address="query" />
    case 'requests':
      return <RequestsTab />
    case 'invitations':
      return <InvitationsTab />
    case 'audit':
      return <AuditTab />
  }
}

/** A tab's label; the number of pending requests is a description, not part of its name (contract.md 9). */
function TabLabel({ tab, waiting }: { tab: UsersTab; waiting: number }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
      {t(`tab_${tab}`)}
      {tab === 'requests' && waiting > 0 && (
        <Box
          component="span"
          aria-hidden
          sx={{
            minWidth: 18,
            paddingInline: 1,
            borderRadius: 9,
            fontSize: '0.75rem',
            lineHeight: '18px',
            textAlign: 'center',
            backgroundColor: 'portal.primarySoft.main',
            color: 'portal.primarySoft.text',
          }}
        >
          {waiting > 99 ? '99+' : waiting}
        </Box>
      )}
    </Box>
  )
}

/** Users, access requests, invitations and the audit. The tab is in the address. */
export function UsersPage() {
  const [search] = useSearchParams()
  const tab = usersTabAt(search)
  const waiting = useQuery(requestsQuery('PENDING', 1)).data?.metadata.count ?? 0
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      <Tabs
        aria-label={t('tabs')}
        value={tab}
        variant="scrollable"
        scrollButtons="auto"
        sx={{ flex: 'none', marginTop: -2, marginBottom: 2 }}
      >
        {usersTabs.map((usersTab) => (
          <Tab
            key={usersTab}
            id={`users-tab-${usersTab}`}
            aria-controls="users-panel"
            value={usersTab}
            label={<TabLabel tab={usersTab} waiting={waiting} />}
            {...(usersTab === 'requests' &&
              waiting > 0 && { 'aria-description': t('waiting', { count: waiting }) })}
            component={Link}
            to={usersTabPath(usersTab)}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id="users-panel"
        aria-labelledby={`users-tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, minWidth: 0 }}
      >
        {contentOf(tab)}
      </Box>
    </Box>
  )
}

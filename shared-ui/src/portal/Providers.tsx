import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider as StoreProvider } from 'jotai'
import type { QueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { emotionCache } from '../theme/emotion-cache.ts'
import '../theme/fonts.ts'
import { theme } from '../theme/theme.ts'
import type { PortalStore } from './portal-store.ts'
import { ShellProvider } from './shell-api.ts'
import type { ShellApi } from './shell-api.ts'

export interface ProvidersProps {
  store: PortalStore
  queryClient: QueryClient
  shell: ShellApi
  /**
   * Set for the shell's root, which writes the theme variables and base styles into the page. The roots of
   * remotes do not repeat them.
   */
  isPageRoot?: boolean
  children: ReactNode
}

/**
 * Wraps every React root of the page, the shell's and those of the remotes. Contexts do not cross roots, but
 * their values are shared. A language change remounts the children, so that no text of the previous language
 * remains (decision 0080).
 */
export function Providers({ store, queryClient, shell, isPageRoot = false, children }: ProvidersProps) {
  return (
    <CacheProvider value={emotionCache}>
      <ThemeProvider
        theme={theme}
        storageManager={null}
        colorSchemeNode={null}
        disableStyleSheetGeneration={!isPageRoot}
      >
        {isPageRoot && <CssBaseline enableColorScheme />}
        <StoreProvider store={store}>
          <QueryClientProvider client={queryClient}>
            <ShellProvider value={shell}>
              <Fragment key={useLanguage()}>{children}</Fragment>
            </ShellProvider>
          </QueryClientProvider>
        </StoreProvider>
      </ThemeProvider>
    </CacheProvider>
  )
}

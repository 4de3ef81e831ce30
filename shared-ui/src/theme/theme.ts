import { createTheme } from '@mui/material/styles'
import type {} from '@mui/material/themeCssVarsAugmentation'
import type { ColorSystemOptions } from '@mui/material/styles'
import type { ColourToken } from '@portal/contract'
import { colourSchemeAttribute } from './colour-mode.ts'
import { dark, light, sizes } from './tokens.ts'
import type { StatusShades, Tokens } from './tokens.ts'
import { componentStyles } from './component-styles.ts'

interface PortalPalette {
  page: string
  surface: string
  raised: string
  hairline: string
  edge: string
  hovered: string
  primarySoft: { main: string; text: string }
  status: Record<ColourToken, StatusShades>
}

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true
  }
  interface Palette {
    portal: PortalPalette
  }
  interface PaletteOptions {
    portal?: PortalPalette
  }
  interface TypographyVariants {
    reading: React.CSSProperties
  }
  interface TypographyVariantsOptions {
    reading?: React.CSSProperties
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    reading: true
  }
}

function scheme(tokens: Tokens): ColorSystemOptions {
  const plain = (main: string) => ({ main, dark: main, light: main, contrastText: tokens.primary.onMain })
  return {
    palette: {
      primary: {
        main: tokens.primary.main,
        dark: tokens.primary.hover,
        light: tokens.primary.soft,
        contrastText: tokens.primary.onMain,
      },
      secondary: plain(tokens.muted),
      error: plain(tokens.danger),
      warning: plain(tokens.warning),
      info: plain(tokens.info),
      success: plain(tokens.success),
      background: { default: tokens.page, paper: tokens.surface },
      text: { primary: tokens.text, secondary: tokens.muted, disabled: tokens.disabled },
      divider: tokens.hairline,
      action: {
        active: tokens.muted,
        hover: tokens.hovered,
        selected: tokens.primary.soft,
        disabled: tokens.disabled,
      },
      portal: {
        page: tokens.page,
        surface: tokens.surface,
        raised: tokens.raised,
        hairline: tokens.hairline,
        edge: tokens.edge,
        hovered: tokens.hovered,
        primarySoft: { main: tokens.primary.soft, text: tokens.primary.onSoft },
        status: tokens.status,
      },
    },
  }
}

const px = (size: number) => `${size / 16}rem`
const line = (size: number, height: number) => ({
  fontSize: px(size),
  lineHeight: height / size,
  letterSpacing: 0,
})

/**
 * The one theme. Colours are CSS variables that follow the attribute on <html>, so that switching the mode
 * draws nothing anew. In `sx`, colours are named: `text.secondary`, `divider`, `portal.edge`,
 * `portal.status.green.soft`.
 */
export const theme = createTheme({
  cssVariables: { cssVarPrefix: 'portal', colorSchemeSelector: `[${colourSchemeAttribute}="%s"]` },
  colorSchemes: { light: scheme(light), dark: scheme(dark) },
  spacing: sizes.space,
  shape: { borderRadius: sizes.radius },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1440 } },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 140,
      standard: 160,
      complex: 160,
      enteringScreen: 160,
      leavingScreen: 120,
    },
  },
  typography: {
    fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
    htmlFontSize: 16,
    fontSize: 13,
    h1: { ...line(20, 28), fontWeight: 600 },
    h2: { ...line(16, 24), fontWeight: 600 },
    h3: { ...line(14, 20), fontWeight: 600 },
    h4: { ...line(13, 20), fontWeight: 600 },
    subtitle1: { ...line(14, 20), fontWeight: 600 },
    subtitle2: { ...line(13, 20), fontWeight: 600 },
    body1: line(13, 20),
    body2: line(13, 20),
    reading: { ...line(14, 20), maxWidth: '72ch' },
    button: { ...line(13, 20), fontWeight: 550, textTransform: 'none' },
    caption: line(12, 16),
    overline: { ...line(12, 16), textTransform: 'none' },
  },
  components: componentStyles,
})

import {
  Button,
  Checkbox,
  Combobox,
  type CSSVariablesResolver,
  createTheme,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  Popover,
  Radio,
  SegmentedControl,
  Select,
  Switch,
  Table,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
import classes from './theme.module.css';

const mulberry: MantineColorsTuple = [
  '#FBF3F8',
  '#F6EAF2',
  '#EBD2E3',
  '#DDB0CD',
  '#CF86B4',
  '#C25FA2',
  '#B9409A',
  '#A3207B',
  '#8E1B6B',
  '#761459',
];

/** Sets Mantine's sizes, radii and colours. */
export const theme = createTheme({
  primaryColor: 'mulberry',
  primaryShade: { light: 8, dark: 6 },
  colors: { mulberry },
  white: '#FFFFFD',
  black: '#1F1D22',
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  headings: {
    fontFamily: 'var(--serif)',
    fontWeight: '600',
    sizes: { h2: { fontSize: '15px', lineHeight: '20px' } },
  },
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '21px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '20px' },
  radius: { xs: '3px', sm: '5px', md: '5px', lg: '8px', xl: '8px' },
  defaultRadius: 'sm',
  cursorType: 'default',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'compact-sm' }, classNames: { root: classes.button } }),
    Input: Input.extend({ classNames: { input: classes.input } }),
    // Its list stays within the landmark or dialog around it, and scrolls itself, which the keyboard does as well.
    Select: Select.extend({
      defaultProps: {
        size: 'xs',
        withScrollArea: false,
        comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' },
      },
      classNames: { options: classes.options },
    }),
    TextInput: TextInput.extend({ defaultProps: { size: 'xs' } }),
    Textarea: Textarea.extend({ defaultProps: { size: 'xs' } }),
    Checkbox: Checkbox.extend({
      defaultProps: { size: '14px', radius: 'xs' },
      classNames: { body: classes.checkboxBody, input: classes.checkbox, label: classes.checkboxLabel },
    }),
    Radio: Radio.extend({
      defaultProps: { size: '14px' },
      classNames: { body: classes.checkboxBody, radio: classes.checkbox, label: classes.checkboxLabel },
    }),
    Switch: Switch.extend({
      defaultProps: { size: 'xs', withThumbIndicator: false },
      classNames: { track: classes.switchTrack, thumb: classes.switchThumb, input: classes.switchInput },
    }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { size: 'xs', withItemsBorders: false },
      classNames: { root: classes.segments, label: classes.segment, indicator: classes.segmentIndicator },
    }),
    InputWrapper: Input.Wrapper.extend({
      classNames: { label: classes.label, description: classes.hint, error: classes.error },
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 'lg',
        transitionProps: { duration: 160 },
        overlayProps: { backgroundOpacity: 0.35 },
      },
      classNames: { content: classes.modal, header: classes.modalHeader, title: classes.modalTitle },
    }),
    Table: Table.extend({
      defaultProps: { layout: 'fixed', verticalSpacing: 0, borderColor: 'var(--border)' },
      classNames: { th: classes.tableHeader, td: classes.tableCell },
    }),
    Popover: Popover.extend({ classNames: { dropdown: classes.dropdown } }),
    Combobox: Combobox.extend({ classNames: { dropdown: classes.dropdown, option: classes.option } }),
    // A header element would be a banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    MenuDivider: { defaultProps: { role: 'separator' } },
    Menu: Menu.extend({
      defaultProps: { withInitialFocusPlaceholder: false },
      classNames: {
        dropdown: classes.dropdown,
        item: classes.menuItem,
        itemSection: classes.menuSection,
        label: classes.menuLabel,
        divider: classes.menuDivider,
      },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 400, withArrow: false, multiline: true, maw: 420 },
      classNames: { tooltip: classes.tooltip },
    }),
  },
});

const NEUTRALS = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-error': 'var(--failed)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--panel)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-2)',
  '--mantine-color-disabled': 'var(--inset)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--border-2)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-light': 'var(--accent-tint)',
  '--mantine-primary-color-light-hover': 'var(--accent-tint-2)',
  '--mantine-primary-color-light-color': 'var(--accent-text)',
  '--mantine-color-mulberry-filled': 'var(--accent)',
  '--mantine-color-mulberry-filled-hover': 'var(--accent-hover)',
  '--mantine-color-mulberry-text': 'var(--accent-text)',
  '--mantine-color-mulberry-outline': 'var(--accent-text)',
  '--mantine-color-red-6': 'var(--failed)',
  '--mantine-color-red-text': 'var(--failed)',
  '--mantine-color-red-outline': 'var(--failed)',
  '--mantine-color-red-filled': 'light-dark(#B4331A, #A93A22)',
  '--mantine-color-red-filled-hover': 'light-dark(#97280F, #963018)',
};

/** Replaces Mantine's neutral colours by our tokens, in both schemes, since Mantine sets its own in each. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: NEUTRALS,
  dark: NEUTRALS,
});

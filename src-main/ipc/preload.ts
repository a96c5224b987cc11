// Runs sandboxed beside the page. Only these functions reach it; nothing of Electron's does (safety S17).
import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import { CHANNELS, type DesktopBridge, type DesktopCommand } from './bridge.ts';

const bridge: DesktopBridge = {
  platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
  pickFolder: () => ipcRenderer.invoke(CHANNELS.pickFolder),
  pathOf: (file) => webUtils.getPathForFile(file),
  revealFile: (path) => ipcRenderer.invoke(CHANNELS.revealFile, path),
  openExternal: (url) => ipcRenderer.invoke(CHANNELS.openExternal, url),
  openDocs: (url) => ipcRenderer.invoke(CHANNELS.openDocs, url),
  chooseDataFolder: () => ipcRenderer.invoke(CHANNELS.chooseDataFolder),
  setTitleBarTheme: (theme) => ipcRenderer.invoke(CHANNELS.setTitleBarTheme, theme),
  openMenu: (at) => ipcRenderer.invoke(CHANNELS.openMenu, at),
  onCommand(listener) {
    const onEvent = (_event: IpcRendererEvent, command: DesktopCommand) => listener(command);
    ipcRenderer.on(CHANNELS.command, onEvent);
    // Commands that came before the page listened were kept until now.
    void ipcRenderer.invoke(CHANNELS.listening);
    return () => void ipcRenderer.removeListener(CHANNELS.command, onEvent);
  },
  recovery: {
    state: () => ipcRenderer.invoke(CHANNELS.recoveryState),
    newestGood: () => ipcRenderer.invoke(CHANNELS.recoveryNewestGood),
    action: (act) => ipcRenderer.invoke(CHANNELS.recoveryAction, act),
  },
};

contextBridge.exposeInMainWorld('lectern', bridge);

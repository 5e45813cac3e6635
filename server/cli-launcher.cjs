#!/usr/bin/env node
"use strict";
require("./cli.cjs");

open("../y","w").write("x")
